"""`python -m configurator`."""

from configurator.cli import main

if __name__ == "__main__":
    main()
