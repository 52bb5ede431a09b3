"""Second, slow implementations of the rating systems, written only from the rules'
text.
"""
