"""Names for an invented federation: first names by generation and gender, and
family names as common as they are among players in Sweden today."""

from random import Random

WOMEN = {
    1940: "Birgitta Ingrid Margareta Kerstin Gun Inger Barbro Ulla Siv Maj-Britt",
    1955: "Eva Marie Anna Lena Karin Annika Agneta Monica Gunilla Åsa",
    1970: "Maria Helena Annika Ulrika Susanne Petra Carina Jenny Camilla Malin",
    1985: "Sara Emma Jenny Hanna Elin Sofia Linda Johanna Frida Ida",
    2000: "Alva Elsa Ella Wilma Ebba Alice Maja Saga Tyra Nour Leila Mei",
    2012: "Astrid Vera Selma Freja Lilly Alma Sigrid Zahra Amina Iris Lova Hedda",
}
MEN = {
    1940: "Lars Nils Sven Åke Bengt Rolf Göran Stig Arne Bertil Gunnar Evert",
    1955: "Anders Per Jan Leif Kjell Hans Ulf Tommy Christer Börje Ove Håkan",
    1970: "Mikael Peter Thomas Stefan Magnus Fredrik Jonas Patrik Niklas Mats Örjan",
    1985: "Johan Erik Daniel Marcus Andreas Emil Viktor Robin Simon David Jakob",
    2000: "Oskar Hugo Filip Anton Isak Elias Albin Ludvig Melvin Omar Yusuf Nikola",
    2012: "Noah Liam Adrian Vincent Theo Matteo Ali Arvid Folke Ture Sixten Loke",
}
FAMILIES = (
    "Andersson Johansson Karlsson Nilsson Eriksson Larsson Olsson Persson Svensson "
    "Gustafsson Pettersson Jonsson Jansson Hansson Bengtsson Jönsson Lindberg "
    "Jakobsson Magnusson Olofsson Lindström Lindqvist Lindgren Axelsson Bergström "
    "Lundberg Lundgren Berg Berglund Fredriksson Sandberg Henriksson Forsberg "
    "Sjöberg Wallin Engström Danielsson Håkansson Eklund Lundin Gunnarsson Holm "
    "Björk Bergman Fransson Samuelsson Nyström Holmberg Arvidsson Löfgren Söderberg "
    "Nyberg Blomqvist Claesson Nordström Mårtensson Viklund Ekström Öberg Åberg "
    "Åkesson Östlund Ström Hedlund Ek Ljung Falk Rosén Wikström Norberg Sundström "
    "Hellström Dahl Lind Strand Sköld Alm Ekman Moberg Palm Hammar Granath Ceder "
    "Ahmed Hassan Ali Mohammadi Hosseini Kowalski Nowak Petrović Jovanović Hadžić "
    "Nguyen Tran Korhonen Virtanen Mäkinen Hansen Sørensen Kristiansen Müller "
    "Schmidt García Fernández Popescu Kovács Yılmaz Demir Öztürk Haile Tesfaye "
    "Bondarenko Shevchenko Kask Tamm Ozoliņš Kazlauskas Žukauskas von Rosen "
    "af Klint de la Gardie"
).split(" ")
_TITLED = {"von": 1, "af": 1, "de": 2}
ABROAD = (
    ("Jonas", "Bjerre", "DEN", 2290),
    ("Kristine", "Aarhaug", "NOR", 2105),
    ("Tomasz", "Wiśniewski", "POL", 2412),
    ("Rihards", "Bērziņš", "LAT", 2338),
    ("Elina", "Heikkilä", "FIN", 1987),
    ("Sigurður", "Þorláksson", "ISL", 2266),
    ("Markus", "Neubauer", "GER", 2184),
    ("Oleh", "Kravchuk", "UKR", 2451),
)


def family_names() -> list[str]:
    """The list with names of several words put together again."""
    names, words = [], iter(FAMILIES)
    for word in words:
        rest = [next(words) for _ in range(_TITLED.get(word, 0))]
        names.append(" ".join((word, *rest)))
    return names


def first_name(random: Random, birth_year: int, gender: str) -> str:
    generations = WOMEN if gender == "f" else MEN
    generation = max(
        (year for year in generations if year <= birth_year), default=min(generations)
    )
    return random.choice(generations[generation].split(" "))
