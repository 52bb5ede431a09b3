"""Pages that are the same for everybody who has not signed in: made once, kept packed, and
answered without the database until something of what they show moves.

`docs/decisions/cached-pages.md` says why no page outlives what it shows.
"""
