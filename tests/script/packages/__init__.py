"""What installs the Python packages."""
