"""Rating systems written a second time, slowly, from the text of the rules alone."""
