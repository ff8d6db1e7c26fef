"""GALLERY: how endpoints are joined, one shape a file; pure functions of names and numbers."""
