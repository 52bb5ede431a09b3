"""Tests of the installation of Python packages."""
