"""Who is entered in a section, and how the organiser enters them."""
