"""FIDE's rating regulations, with other federations' K factors as parameters."""
