"""The later tables in German, Italian, Portuguese, Dutch, Polish and Swedish: fields that no earlier table has."""

from __future__ import annotations

from datetime import date

from unprepared.kit import LATER, Draw, Row, comma, table
from unprepared.later_tables import add_days, people, write_address

DOTS, SLASHES = "%d.%m.%Y", "%d/%m/%Y"


@table("de", 95, delimiter=";", registry=LATER)
def kita_warteliste(d: Draw, rows: int) -> list[Row]:
    parents, made = people(d, rows, 1998, 1978), []
    for p, parent in zip(people(d, rows, 2023, 2019), parents, strict=True):
        made.append(
            {
                "Vormerk-Nr.": f"V{2024_000 + 3 * p.number + 11}",
                "Kind Name": p.surname,
                "Kind Vorname": p.given,
                "Geb.-Datum": p.born.strftime(DOTS),
                "Geschl.": "w" if p.woman else "m",
                "Sorgeberechtigte": f"{parent.given} {p.surname}",
                "E-Mail": write_address(parent, d.pick(["web.de", "gmx.net", "posteo.de"])),
                "Stadtteil": d.skew(["Nadorst", "Eversten", "Kreyenbrück", "Osternburg", "Bürgerfelde", "Wechloy"]),
                "Wunscheinrichtung": d.skew(
                    ["Kita Regenbogen", "St. Ansgar", "Waldkita", "Kita Zwergenland", "Lummerland"]
                ),
                "Umfang": d.weigh({"25 Std.": 25, "35 Std.": 45, "45 Std.": 30}),
                "Aufnahme ab": d.pick(["01.08.2024", "01.08.2024", "01.10.2024", "01.02.2025", "01.08.2025"]),
                "Geschwisterkind": d.weigh({"nein": 70, "ja": 30}),
                "Förderbedarf": d.weigh({"keiner": 82, "Sprache": 9, "Motorik": 5, "Autismus": 4}),
                "Elternbeitrag": comma(d.money(185, 0.5)),
                "Bearbeitungsstand": d.weigh({"offen": 55, "zugesagt": 30, "abgelehnt": 15}),
            }
        )
    return made


@table("it", 200, delimiter=";", registry=LATER)
def dialisi(d: Draw, rows: int) -> list[Row]:
    patients = people(d, 40, 1985, 1938)
    codes, town, access = (
        d.keys("DZ99999", 40),
        [
            d.skew(["Treviso", "Conegliano", "Montebelluna", "Oderzo", "Castelfranco", "Vittorio Veneto"])
            for _ in patients
        ],
        [d.weigh({"FAV": 65, "CVC": 25, "Protesi": 10}) for _ in patients],
    )
    nurses = [f"{p.surname} {p.given[0]}." for p in people(d, 7, 1998, 1966)]
    made = []
    for p in d.rows_of(patients, rows):
        weight = 58 + p.number % 9 * 4 + d.whole(0, 30) / 10
        made.append(
            {
                "Cod. paziente": codes[p.number],
                "Paziente": f"{p.surname} {p.given}",
                "Data nascita": p.born.strftime(SLASHES),
                "Sesso": "F" if p.woman else "M",
                "Comune": town[p.number],
                "Data seduta": d.day(date(2024, 1, 2), date(2024, 3, 30)).strftime(SLASHES),
                "Turno": d.weigh({"Mattina": 45, "Pomeriggio": 38, "Sera": 17}),
                "Peso pre": comma(f"{weight:.1f}"),
                "Peso post": comma(f"{weight - d.whole(12, 35) / 10:.1f}"),
                "Kt/V": comma(d.normal(1.4, 0.15, 2)),
                "Accesso": access[p.number],
                "Infermiere": d.pick(nurses),
                "Complicanze": d.weigh({"nessuna": 80, "ipotensione": 12, "crampi": 6, "cefalea": 2}),
            }
        )
    return made


@table("pt", 105, delimiter=";", registry=LATER)
def hospedes(d: Draw, rows: int) -> list[Row]:
    comments = ["Pediu almofada extra", "Barulho no corredor", "Aniversário de casamento", "Chegou tarde do aeroporto"]
    comments += ["Gostou muito do pequeno-almoço", "Ar condicionado avariado", "Deixou mala na receção"]
    made = []
    for p in people(d, rows, 2004, 1944):
        arrived = d.day(date(2024, 5, 1), date(2024, 8, 31))
        nation = d.weigh({"Portugal": 50, "Espanha": 18, "Brasil": 12, "França": 10, "Alemanha": 6, "Angola": 4})
        made.append(
            {
                "N.º reserva": d.key("RSV-xxxxxx").upper(),
                "Hóspede": f"{p.given} {p.second} {p.surname}",
                "Doc. identificação": d.key("99999999 9AA9"),
                "Nacionalidade": nation,
                "Data nasc.": p.born.strftime("%d-%m-%Y"),
                "Entrada": arrived.strftime("%d-%m-%Y"),
                "Saída": add_days(arrived, 1, 9, d).strftime("%d-%m-%Y"),
                "Quarto": f"{d.whole(1, 4)}{d.whole(1, 12):02d}",
                "Regime": d.weigh({"APA": 55, "MP": 30, "SA": 15}),
                "Total (€)": comma(d.money(380, 0.6)),
                "Satisfação": d.weigh({"5": 40, "4": 32, "3": 16, "2": 8, "": 8}),
                "Comentário": d.remark(0.5, *comments),
            }
        )
    return made


@table("nl", 120, delimiter=";", registry=LATER)
def parkeervergunning(d: Draw, rows: int) -> list[Row]:
    made = []
    for p in people(d, rows, 2003, 1940):
        start = d.day(date(2022, 1, 1), date(2024, 1, 1))
        made.append(
            {
                "Vergunningnr": f"PV{d.key('999999')}",
                "Kenteken": d.key(d.pick(["A-999-AA", "AA-999-A", "99-AAA-9"])),
                "Aanvrager": f"{p.given[0]}. {p.surname}",
                "BSN": d.key("199999999"),
                "Postcode": f"{d.whole(9711, 9728)} {d.key('AA')}",
                "Zone": d.weigh({"A": 35, "B1": 25, "B2": 22, "C": 18}),
                "Merk": d.skew(["Volkswagen", "Toyota", "Peugeot", "Opel", "Kia", "Tesla", "Renault", "Ford", "Skoda"]),
                "Ingangsdatum": start.strftime("%d-%m-%Y"),
                "Einddatum": add_days(start, 180, 730, d).strftime("%d-%m-%Y"),
                "Soort": d.weigh({"Bewoner": 65, "Bezoeker": 20, "Bedrijf": 15}),
                "Gehandicaptenkaart": d.weigh({"Nee": 91, "Ja": 9}),
                "Bedrag": f"€ {comma(d.normal(96, 30, 2))}",
            }
        )
    return made


@table("pl", 100, delimiter=";", registry=LATER)
def zwiazek(d: Draw, rows: int) -> list[Row]:
    jobs = ["ślusarz", "magazynier", "operator wózka", "spawacz", "księgowa", "elektryk", "kierowca", "brygadzista"]
    plants = ["Huta Batory", "Zakład Remontowy", "Odlewnia", "Magazyn Centralny", "Transport"]
    return [
        {
            "Nr legitymacji": f"{4000 + 13 * p.number}/SL",
            "Imię i nazwisko": f"{p.given} {p.surname}",
            "PESEL": f"{p.born:%y%m%d}{d.key('99999')}",
            "Zakład": d.skew(plants),
            "Stanowisko": d.skew(jobs),
            "Data ur.": p.born.strftime(DOTS),
            "Data wstąpienia": d.day(date(2016, 1, 1), date(2024, 5, 31)).strftime(DOTS),
            "Składka (zł)": comma(d.normal(44, 9, 2)),
            "Zaległości (zł)": comma(d.money(90, 0.7)) if d.chance(0.25) else "0,00",
            "Funkcja": d.weigh({"": 80, "delegat": 10, "skarbnik": 3, "społeczny inspektor pracy": 7}),
            "Poparcie dla strajku": d.weigh({"tak": 48, "raczej tak": 20, "raczej nie": 14, "nie": 18}),
        }
        for p in people(d, rows, 1996, 1959)
    ]


@table("sv", 75, delimiter=";", registry=LATER)
def hittegods(d: Draw, rows: int) -> list[Row]:
    things = [
        "paraply",
        "mobiltelefon",
        "plånbok",
        "ryggsäck",
        "nycklar",
        "handskar",
        "barnvagn",
        "cykelhjälm",
        "glasögon",
    ]
    stops = ["Slussen", "Odenplan", "Gullmarsplan", "Fridhemsplan", "Liljeholmen", "T-Centralen", "Buss 4"]
    clerks, owners = [f"{p.given} {p.surname}" for p in people(d, 4, 1990, 1965)], people(d, rows, 2005, 1940)
    made = []
    for p, owner in zip(people(d, rows, 2005, 1940), owners, strict=True):
        found, known = d.day(date(2024, 1, 3), date(2024, 6, 14)), d.chance(0.7)
        made.append(
            {
                "Ärendenr": f"HG24-{p.number * 3 + 117:05d}",
                "Föremål": d.skew(things),
                "Färg": d.weigh({"svart": 40, "blå": 22, "grå": 18, "röd": 12, "grön": 8}),
                "Hittat": found.isoformat(),
                "Fyndplats": d.skew(stops),
                "Upphittare": f"{p.given} {p.surname}" if d.chance(0.6) else "",
                "Ägare": f"{owner.surname}, {owner.given}" if known else "",
                "Tel. ägare": d.key("07999-99 99 99") if known else "",
                "Utlämnat": add_days(found, 0, 60, d).isoformat() if known else "",
                "Hittelön kr": str(d.pick([0, 0, 0, 50, 100, 150, 200])),
                "Värde kr": d.money(450, 0.9, 0),
                "Handläggare": d.pick(clerks),
            }
        )
    return made
