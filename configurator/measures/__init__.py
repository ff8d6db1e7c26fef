"""Facts worked out from a design: draw, heat, coolant flow, mass, space, busbar currents, and the subjects of rules.

Pure functions of a `Design`. Whatever is unknown is carried along in a `Total`, never dropped.
"""
