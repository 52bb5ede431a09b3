"""The places of a section: asked for, given, waited for, and left again."""
