"""The paragraphs that explanations cite: FIDE's chapter, and the choices that an
edition may add.
"""

FIRST = "FIDE B.02, 8.2"
DIFFERENCE = "FIDE B.02, 8.3.1"
GAME = "FIDE B.02, 8.3.2"
COEFFICIENT = "FIDE B.02, 8.3.3"
ROUNDING = "FIDE B.02, 8.3.4"
UNRATED = "FIDE B.02, 7.1"
FLOOR = "FIDE B.02, 7.2.1"
LOGISTIC = "Elo, logistic curve"
PROVISIONAL = "Elo, provisional rating"
PERFORMANCE = "Elo, first rating"
DECIMALS = "Elo, decimals"
BONUS = "Elo, bonus"
