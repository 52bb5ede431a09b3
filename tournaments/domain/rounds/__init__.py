"""How rounds are paired: boards, proposals kept with their reasons, who is kept apart."""
