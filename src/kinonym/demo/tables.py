"""The probability tables behind the demo's discharge records: who comes to a hospital, and with what.

Made up by hand from general knowledge of one coastal hospital's patients; no figure comes from real records.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["COMORBIDITIES", "OCCUPATIONS", "PRINCIPALS", "REGIONS"]


class Principal(NamedTuple):
    """A reason for admission (ICD-10-CM) with what goes along with it."""

    code: str
    weight: float
    ages: tuple[int, int, int]
    """Youngest, most frequent and oldest age."""
    days: float
    """Median length of stay."""
    deaths: float
    """Share of the patients who die, at the oldest age."""
    secondary: str
    """Secondary diagnoses that belong to it, the most frequent first."""


def _entries(text: str) -> tuple[str, ...]:
    return tuple(entry.strip() for entry in text.split(","))


PRINCIPALS: tuple[Principal, ...] = (
    # births: the mother, then the child
    Principal("O80", 150, (17, 30, 43), 2, 0.0, "Z37.0"),
    Principal("O70.1", 60, (17, 30, 43), 2, 0.0, "Z37.0 O69.81X0"),
    Principal("O34.211", 45, (20, 34, 45), 3, 0.0, "Z37.0 O99.214 O99.02"),
    Principal("O42.02", 30, (18, 31, 44), 3, 0.0, "Z37.0 O99.02 O69.81X0"),
    Principal("O48.0", 26, (18, 30, 43), 3, 0.0, "Z37.0 O99.214"),
    Principal("O24.420", 14, (22, 35, 46), 3, 0.0, "Z37.0 O99.214"),
    Principal("O14.14", 6, (18, 33, 46), 6, 0.002, "Z37.0 O60.14X0 O99.214"),
    Principal("O21.0", 6, (17, 28, 42), 2, 0.0, "E86.0 E87.6"),
    Principal("Z38.00", 190, (0, 0, 0), 2, 0.001, "Z23 P59.9 P96.83 P07.18"),
    Principal("Z38.01", 75, (0, 0, 0), 3, 0.002, "Z23 P59.9 P22.1 P07.38 Q21.0"),
    # heart and vessels
    Principal("I11.0", 150, (52, 82, 99), 7, 0.14, "I50.9 I50.32 I50.22 I48.91 E11.9 J44.9 I34.0"),
    Principal("I13.0", 85, (58, 83, 99), 8, 0.17, "I50.32 N18.30 N18.4 E11.22 D63.1 I48.20"),
    Principal("I50.22", 20, (45, 74, 96), 7, 0.13, "I42.0 I25.5 I48.20 N18.30 I34.0"),
    Principal("I21.4", 62, (40, 71, 96), 6, 0.09, "I25.10 I10 E78.5 E11.9 F17.210 I50.22"),
    Principal("I21.02", 30, (36, 62, 92), 6, 0.11, "I25.10 F17.210 E78.5 I10 I50.22"),
    Principal("I25.110", 34, (42, 68, 90), 4, 0.02, "I10 E78.5 E11.9 Z95.5 F17.210"),
    Principal("I48.91", 40, (42, 75, 95), 4, 0.03, "I10 I50.9 I34.0 E05.90 Z79.01"),
    Principal("I44.2", 16, (55, 81, 97), 4, 0.03, "R55 I10 I25.10 I35.0"),
    Principal("I35.0", 20, (58, 78, 93), 9, 0.05, "I50.9 I25.10 I48.91 N18.30"),
    Principal("I26.99", 24, (28, 70, 94), 7, 0.10, "I82.401 I50.9 C34.90 D68.51"),
    Principal("I71.43", 6, (58, 73, 88), 6, 0.04, "F17.210 I10 I25.10 I73.9"),
    Principal("I70.261", 9, (52, 72, 93), 12, 0.08, "F17.210 E11.9 I25.10 N18.30"),
    # stroke and the nervous system
    Principal("I63.9", 66, (38, 78, 98), 8, 0.15, "I10 I48.91 E11.9 G81.94 R47.01 E78.5 R13.10"),
    Principal("I61.9", 15, (40, 75, 96), 10, 0.36, "I10 G81.91 Z79.01 R47.01"),
    Principal("G45.9", 22, (45, 75, 94), 3, 0.01, "I10 I65.21 I48.91 E78.5"),
    Principal("G40.909", 24, (2, 38, 88), 4, 0.02, "F10.20 C71.9 I69.391 G80.9"),
    Principal("A87.9", 4, (1, 18, 55), 4, 0.0, "E86.0 R41.0"),
    # lungs
    Principal("J18.9", 110, (1, 80, 99), 7, 0.14, "J44.0 J96.01 I50.9 E11.9 F03.90 N17.9"),
    Principal("J44.0", 62, (48, 76, 96), 7, 0.10, "J18.9 J20.9 F17.210 J96.01 Z99.81 I50.9"),
    Principal("J44.1", 58, (48, 75, 95), 6, 0.08, "F17.210 J96.01 Z99.81 I27.20 I50.9 J43.9"),
    Principal("J69.0", 24, (58, 86, 99), 8, 0.32, "F03.90 I69.391 G30.9 G20.A1 J96.01"),
    Principal("J45.901", 30, (3, 14, 78), 4, 0.01, "J30.9 J06.9 F17.210 K21.9"),
    Principal("J21.0", 40, (1, 1, 3), 4, 0.001, "J96.01 E86.0 H66.90"),
    Principal("U07.1", 44, (18, 74, 98), 8, 0.19, "J12.82 J96.01 I10 E11.9 E66.9"),
    Principal("J10.1", 26, (1, 74, 96), 5, 0.07, "J96.01 J44.1 I50.9 J45.901"),
    Principal("J93.11", 8, (15, 22, 48), 5, 0.0, "F17.210 J43.9 F12.20"),
    Principal("J84.112", 7, (52, 73, 90), 9, 0.26, "J96.01 I27.20 Z99.81"),
    Principal("A15.0", 6, (18, 38, 84), 14, 0.06, "B20 J47.9 F10.20 E44.0"),
    # digestion
    Principal("K80.00", 58, (22, 62, 92), 6, 0.03, "I10 E66.9 E11.9 K85.10"),
    Principal("K85.10", 32, (22, 66, 93), 7, 0.05, "K80.20 I10 E66.9 E87.6"),
    Principal("K85.20", 13, (28, 47, 70), 8, 0.05, "F10.20 K86.0 F17.210 K70.30"),
    Principal("K35.80", 62, (5, 19, 80), 3, 0.003, "E86.0 K56.7 K66.0"),
    Principal("K57.32", 34, (34, 62, 92), 6, 0.02, "I10 E66.9 K59.00"),
    Principal("K57.31", 16, (52, 80, 96), 5, 0.04, "D62 Z79.01 I48.91"),
    Principal("K25.4", 16, (34, 74, 95), 6, 0.07, "D62 B96.81 F10.20 Z79.01"),
    Principal("K70.31", 20, (36, 59, 80), 9, 0.18, "F10.20 K76.6 K76.82 I85.11 D69.6"),
    Principal("K40.90", 44, (1, 64, 90), 1, 0.001, "I10 F17.210 N40.1 J44.9"),
    Principal("K56.609", 28, (28, 76, 96), 7, 0.09, "K66.0 C18.9 E87.6 N17.9"),
    Principal("K50.90", 11, (12, 28, 68), 7, 0.004, "D50.9 E44.0 M81.0"),
    Principal("A09", 28, (1, 4, 92), 3, 0.02, "E86.0 N17.9 E87.6"),
    # kidneys and urinary tract
    Principal("N39.0", 54, (1, 82, 99), 6, 0.07, "B96.20 F03.90 N17.9 E11.9 N40.1"),
    Principal("N10", 30, (14, 36, 88), 5, 0.01, "B96.20 N20.0 E11.9"),
    Principal("N17.9", 34, (34, 80, 98), 7, 0.16, "E86.0 N18.30 I50.9 E11.22 N40.1"),
    Principal("N20.1", 28, (20, 46, 80), 2, 0.001, "N39.0 E79.0 I10"),
    Principal("I12.0", 15, (36, 71, 90), 8, 0.12, "N18.6 D63.1 E11.22 N18.5"),
    # diabetes and its complications
    Principal("E11.621", 24, (42, 69, 93), 12, 0.06, "L97.519 E11.42 L03.115 M86.9 I73.9"),
    Principal("E11.52", 13, (48, 72, 93), 14, 0.11, "I73.9 N18.30 M86.9 I25.10"),
    Principal("E11.22", 16, (44, 73, 93), 7, 0.08, "N18.4 N18.30 I12.9 D63.1 E11.42"),
    Principal("E11.65", 22, (30, 66, 93), 6, 0.04, "E86.0 N39.0 E66.9 I10"),
    Principal("E10.10", 15, (3, 19, 58), 4, 0.01, "E86.0 N17.9 J06.9 F32.A"),
    # cancer
    Principal("C34.11", 28, (42, 68, 88), 8, 0.28, "C79.31 C79.51 J44.9 F17.210 R64"),
    Principal("C50.911", 34, (30, 57, 88), 3, 0.02, "C77.3 Z17.0 C79.51 I10"),
    Principal("C18.7", 32, (38, 72, 93), 9, 0.08, "C77.2 C78.7 D50.9 K56.609"),
    Principal("C20", 17, (38, 68, 90), 9, 0.06, "C77.2 C78.7 D50.9"),
    Principal("C61", 20, (50, 67, 88), 4, 0.04, "C79.51 N40.1 I10"),
    Principal("C67.9", 26, (48, 74, 93), 4, 0.05, "R31.0 F17.210 N13.30 J44.9"),
    Principal("C25.0", 10, (44, 70, 88), 11, 0.24, "K83.1 C78.7 E11.9 R64"),
    Principal("C92.00", 7, (18, 67, 86), 22, 0.28, "D61.810 D70.1 A41.9"),
    Principal("C91.00", 5, (1, 5, 62), 20, 0.12, "D70.1 D61.810"),
    Principal("C73", 8, (20, 50, 80), 2, 0.003, "C77.0 E03.9"),
    # injuries, bones and joints
    Principal("S72.001A", 46, (50, 85, 101), 9, 0.09, "M81.0 F03.90 D62 I48.91 I10"),
    Principal("S72.141A", 42, (50, 86, 101), 9, 0.09, "M81.0 D62 F03.90 N39.0 R41.0"),
    Principal("M80.051A", 14, (62, 86, 100), 10, 0.09, "E55.9 D62 F03.90 I10"),
    Principal("S52.501A", 18, (6, 62, 92), 2, 0.0, "M81.0 S62.619A I10"),
    Principal("S82.851A", 17, (18, 50, 86), 5, 0.004, "E66.9 E11.9 F17.210"),
    Principal("S22.41XA", 10, (18, 54, 92), 6, 0.05, "S27.0XXA J44.9 S27.2XXA"),
    Principal("S06.5X0A", 14, (16, 80, 98), 8, 0.20, "Z79.01 I48.91 F10.20 S02.0XXA"),
    Principal("S83.511A", 14, (14, 24, 52), 1, 0.0, "S83.241A E66.9"),
    Principal("S61.401A", 7, (16, 36, 66), 2, 0.0, "S66.911A S62.619A"),
    Principal("M16.11", 34, (40, 70, 90), 5, 0.003, "I10 E66.9 E11.9 M81.0"),
    Principal("M17.11", 46, (48, 72, 89), 5, 0.002, "E66.9 I10 E11.9 M10.9"),
    Principal("M51.16", 20, (22, 45, 76), 3, 0.0, "F17.210 E66.9 M48.061"),
    # infections
    Principal("A41.9", 38, (1, 79, 99), 10, 0.34, "R65.20 J18.9 N17.9 R65.21 L89.153"),
    Principal("A41.51", 22, (24, 80, 98), 8, 0.17, "N39.0 R65.20 N17.9 N20.1"),
    Principal("L03.115", 24, (16, 66, 95), 6, 0.03, "I87.2 E11.9 I89.0 E66.9"),
    Principal("B20", 5, (22, 45, 70), 12, 0.11, "B59 A15.0 B18.2 F32.A"),
    # mind
    Principal("F20.9", 24, (17, 38, 72), 18, 0.002, "F17.210 F12.20 E66.9"),
    Principal("F33.2", 20, (17, 50, 84), 14, 0.004, "F41.1 F10.20 E03.9"),
    Principal("F10.239", 13, (24, 47, 70), 6, 0.02, "F17.210 K70.30 G62.1 F32.A"),
    Principal("F50.019", 4, (12, 17, 38), 24, 0.005, "E43 F41.1 E87.6"),
    # the rest of a general hospital
    Principal("D25.1", 20, (30, 45, 56), 3, 0.0, "D50.0 N92.0 E66.9"),
    Principal("N81.4", 15, (40, 66, 86), 2, 0.001, "N39.3 I10 E66.9"),
    Principal("J35.3", 20, (2, 5, 30), 1, 0.0, "G47.33 H66.90"),
    Principal("E04.2", 11, (26, 54, 82), 2, 0.0, "E03.9 I10 E21.0"),
    Principal("M32.14", 3, (16, 32, 62), 9, 0.02, "I12.9 N18.30 D63.1"),
)

# What a patient may also have, whatever the reason for admission.
COMORBIDITIES = "I10 E78.5 E11.9 F17.210 E66.9 E03.9 J44.9 M81.0 F32.A H40.9 M06.9 B18.2"

# WordNet nouns, each the first name of its one sense below person.n.01; the weight falls with the place.
OCCUPATIONS: tuple[str, ...] = _entries("""
    salesclerk, schoolteacher, bricklayer, laborer, registered nurse, civil servant, farmer, receptionist,
    chef, farmhand, electrician, unemployed person, housekeeper, bartender, accountant, engineer, caterer,
    plumber, hairdresser, fisherman, policeman, programmer, carpenter, social worker, watchman, lawyer,
    welder, mason, stevedore, shopkeeper, automobile mechanic, janitor, dressmaker, pharmacist, mailman,
    bookkeeper, physical therapist, midwife, typist, architect, soldier, plasterer, librarian, paramedic,
    hotelier, dentist, printer, cabinetmaker, psychologist, lifeguard, veterinarian, photographer, roofer,
    greengrocer, fishmonger, optician, tour guide, locksmith, beautician, biologist, economist, surgeon,
    tiler, upholsterer, fruit grower, professor, miner, notary, gamekeeper, mortician, goldsmith, beekeeper,
    geologist, sommelier, violinist, blacksmith, potter, bookbinder, sculptor, cartographer, astronomer
""")

# UN M49 labels, from the hospital's own country to the long tail; again the weight falls with the place.
REGIONS: tuple[str, ...] = _entries("""
    Spain, Morocco, Romania, Colombia, Ecuador, France, Germany, Italy, Pakistan, Argentina, China, Senegal,
    Peru, Ukraine, Portugal, Bulgaria, Honduras, Belgium, Poland, Algeria, Brazil, Cuba, Ireland,
    Philippines, Mali, Gambia, Sweden, India, Chile, Nigeria, Georgia, Switzerland, Norway, Ghana,
    Bangladesh, Mexico, Guinea, Armenia, Canada, Japan, Finland, Nepal, Australia, Kenya, Iceland
""")
