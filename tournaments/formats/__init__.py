"""Files that carry tournaments from one program to another."""
