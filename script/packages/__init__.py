"""The Python packages that everything runs on: the virtual environment and what fills it."""
