"""Pages that are the same for everybody who has not signed in: made once, kept packed, and
answered without the database until what they show moves: of the register at once, of
everything else within a second.

`docs/decisions/cached-pages.md` says why no page outlives that.
"""
