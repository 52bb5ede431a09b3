"""Results on a telephone: codes are given out, typed, and results entered by them."""
