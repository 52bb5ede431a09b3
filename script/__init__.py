"""The commands that a person types, and the modules that they share. They use the
standard library only, because they run before the first package is installed; the
exceptions are those that write documents, pictures and translations, and those that
work on a database.
"""
