"""Files from elsewhere: how they are read, and how what stands in them is spelled."""
