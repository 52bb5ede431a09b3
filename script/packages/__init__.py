"""The Python packages that everything needs: the virtual environment and its
installation.
"""
