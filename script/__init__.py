"""The commands that a person types, and the modules that they share. They use the
standard library only, because they run before the first package is installed; the
exceptions are those that write documents, pictures and translations, work on a
database, prepare the office's own files or check whether a part is well.
"""
