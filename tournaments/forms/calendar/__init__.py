"""The form that copies a tournament to a later year."""
