"""ETH-X supernode configurator."""
