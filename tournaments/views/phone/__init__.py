"""Results entered on a telephone: phone codes are given out, typed in, and used."""
