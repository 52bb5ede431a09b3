"""What every page of the ratings begins with, and parts that several pages have."""
