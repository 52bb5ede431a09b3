"""The ranking of the Swedish renju federation: levels of kyu and dan."""
