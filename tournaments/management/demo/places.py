"""Four districts and fifteen clubs that do not exist but could."""

DISTRICTS = (
    ("malardalen", "Mälardalens Schackförbund", True),
    ("sydost", "Sydostkustens Schackförbund", True),
    ("vasterhavet", "Västerhavets Schackförbund", True),
    ("norrland", "Norra Norrlands Schackförbund", False),
)
# name, short name, town, district, founded, members
CLUBS = (
    ("Schackklubben Springaren", "Springaren", "Stockholm", "malardalen", 1919, 96),
    (
        "Södra Malmens Schacksällskap",
        "Södra Malmen",
        "Stockholm",
        "malardalen",
        1934,
        78,
    ),
    ("Uppåkra Akademiska Schackklubb", "Uppåkra AS", "Uppsala", "malardalen", 1926, 64),
    ("Schackvännerna Tornet", "Tornet", "Västerås", "malardalen", 1951, 48),
    ("Eskilsby Schackklubb", "Eskilsby", "Eskilstuna", "malardalen", 1947, 36),
    ("Limhamns Bönder", "Bönderna", "Malmö", "sydost", 1941, 82),
    ("Ystads Schacklag Öster", "Ystad Öster", "Ystad", "sydost", 1958, 40),
    ("Kalmarsunds Schackförening", "Kalmarsund", "Kalmar", "sydost", 1930, 44),
    ("Ronneby Rokad", "Ronneby", "Ronneby", "sydost", 1963, 30),
    ("Älvstrandens Schacksällskap", "Älvstranden", "Göteborg", "vasterhavet", 1922, 88),
    ("Masthuggets Damer och Kungar", "Masthugget", "Göteborg", "vasterhavet", 1988, 52),
    ("Åmåls Schackvänner", "Åmål", "Åmål", "vasterhavet", 1949, 28),
    ("Umeå Norrsken Schack", "Norrsken", "Umeå", "norrland", 1955, 54),
    ("Luleå Gammelstads SK", "Gammelstad", "Luleå", "norrland", 1938, 38),
    ("Kiruna Malmfälts Schackklubb", "Malmfälten", "Kiruna", "norrland", 1927, 22),
)
