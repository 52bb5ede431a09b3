"""Facts about entries: the boards of a latecomer, the composition of a section,
letters.
"""
