"""Tags and filters for the templates of all apps."""
