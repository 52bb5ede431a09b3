"""Class movements as the committee reads them, what waits for it, and what prevents
undoing.
"""
