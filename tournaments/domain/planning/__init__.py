"""Tournaments and their sections: made, changed, removed or called off."""
