"""File formats with which tournaments are exchanged with other programs."""
