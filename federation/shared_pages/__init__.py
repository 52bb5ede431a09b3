"""Pages that are the same for everyone who is not signed in: made once, stored
compressed, and answered without the database until what they show changes: the register
at once, everything else within a second.

`docs/decisions/cached-pages.md` says why no page is shown longer.
"""
