"""The later tables in English, Spanish, Catalan and French: fields that no earlier table has."""

from __future__ import annotations

from datetime import date, timedelta

from unprepared.kit import LATER, Draw, Person, Row, ascii_only, comma, table
from unprepared.later_names import NAMES

D = "%d/%m/%Y"


def people(d: Draw, count: int, youngest: int, oldest: int) -> list[Person]:
    """People with the names of the later tables."""
    women, men, surnames = (text.split() for text in NAMES[d.language])
    surnames = [each.replace("-", " ") for each in surnames if len(each) > 2]
    made = []
    for number in range(count):
        woman = d.chance(0.5)
        born = d.day(date(oldest, 1, 1), date(youngest, 12, 28))
        made.append(Person(d.pick(women if woman else men), d.pick(surnames), d.pick(surnames), woman, born, number))
    return made


@table("en", 180, registry=LATER)
def blood_donation(d: Draw, rows: int) -> list[Row]:
    donors, groups = people(d, 95, 2005, 1952), {"O+": 36, "A+": 28, "O-": 13, "A-": 8, "B+": 8, "B-": 2, "AB+": 3}
    keys, group = d.keys("G999 999 99A", 95), [d.weigh(groups) for _ in donors]
    venues = ["Town Hall", "Methodist Church Hall", "Leisure Centre", "Rugby Club", "University Union"]
    reactions = {"None": 88, "Faint": 5, "Bruising": 5, "Delayed faint": 2}
    reasons = {"": 84, "Low Hb": 7, "Travel": 4, "New tattoo": 3, "Medication": 3}
    return [
        {
            "Donor ID": keys[p.number],
            "Surname": p.surname.upper(),
            "Forename": p.given,
            "DOB": p.born.strftime(D),
            "Sex": "F" if p.woman else "M",
            "Blood group": group[p.number],
            "Hb g/L": d.normal(132 if p.woman else 148, 9, 0),
            "Session venue": d.skew(venues),
            "Donated on": d.day(date(2023, 6, 1), date(2024, 5, 30)).strftime(D),
            "Arm": d.share(L=60, R=40),
            "Adverse reaction": d.weigh(reactions),
            "Deferral reason": d.weigh(reasons),
        }
        for p in d.rows_of(donors, rows)
    ]


@table("en", 120, registry=LATER)
def housing_tenancies(d: Draw, rows: int) -> list[Row]:
    refs, uprns = d.keys("TN/99999/9", rows), d.keys("1000999999", rows)
    officers = [f"{p.given} {p.surname}" for p in people(d, 5, 1995, 1965)]
    notes = [
        "Boiler lost pressure",
        "Tenant reports damp in rear bedroom",
        "No access on first visit",
        "Door lock stuck",
    ]
    notes += ["Called back, left voicemail", "Gutter overflowing onto path", "Needs grab rail", "Fence panel down"]
    estates = ["Kingsmead", "Moorside", "Canal Wharf", "Old Brewery", "St Anne's", "Priory Fields"]
    return [
        {
            "Tenancy ref": refs[p.number],
            "Lead tenant": f"{'Mrs' if p.woman else 'Mr'} {p.given[0]} {p.surname}",
            "Mobile": d.key("07999 999999"),
            "UPRN": uprns[p.number],
            "Estate": d.skew(estates),
            "Property type": d.weigh({"Flat": 50, "Terraced house": 28, "Maisonette": 12, "Bungalow": 10}),
            "Beds": d.weigh({"1": 34, "2": 38, "3": 22, "4": 6}),
            "Tenancy start": d.day(date(1994, 1, 3), date(2024, 3, 25)).strftime("%d-%b-%y"),
            "Weekly rent": f"£{d.normal(112, 17, 2)}",
            "Arrears": f"£{d.money(210, 0.9)}" if d.chance(0.4) else "£0.00",
            "Housing benefit": d.weigh({"Full": 30, "Partial": 20, "None": 35, "UC direct": 15}),
            "Housing officer": d.pick(officers),
            "Repairs note": d.remark(0.55, *notes),
        }
        for p in people(d, rows, 2002, 1938)
    ]


@table("en", 150, registry=LATER)
def interpreter_bookings(d: Draw, rows: int) -> list[Row]:
    tongues = {"Tigrinya": "Eritrea", "Kurdish Sorani": "Iraq", "Pashto": "Afghanistan", "Dari": "Afghanistan"}
    tongues |= {
        "Arabic": "Syria",
        "Farsi": "Iran",
        "Amharic": "Ethiopia",
        "Albanian": "Albania",
        "Vietnamese": "Vietnam",
    }
    surnames = [
        "Tesfay",
        "Berhane",
        "Haji",
        "Rasul",
        "Noorzai",
        "Wardak",
        "Haddad",
        "Khalil",
        "Rostami",
        "Kazemi",
        "Bekele",
        "Hoxha",
        "Tran",
        "Nguyen",
        "Osman",
    ]
    refs, spoken = d.keys("A9999999/9", 85), [d.skew(list(tongues)) for _ in range(85)]
    names = [f"{d.key('A')}. {d.pick(surnames)}" for _ in range(85)]
    interpreters = [
        f"{d.pick(surnames)}, {each}"
        for each in ["Selam", "Rebin", "Farida", "Nasir", "Layla", "Shirin", "Arben", "Linh"]
    ]
    needs = {"": 64, "Minor": 9, "Trafficking indicators": 8, "Torture survivor": 7, "Mental health": 8, "Pregnant": 4}
    return [
        {
            "Booking": f"INT-24-{1000 + number}",
            "HO ref": refs[who],
            "Applicant": names[who],
            "Language": spoken[who],
            "Nationality": tongues[spoken[who]],
            "Interview date": d.day(date(2024, 1, 8), date(2024, 9, 27)).strftime("%d %b %Y"),
            "Start": f"{d.whole(9, 15)}:{d.pick(['00', '15', '30', '45'])}",
            "Mins": str(5 * d.whole(9, 55)),
            "Interpreter": d.skew(interpreters),
            "Mode": d.weigh({"In person": 50, "Video": 35, "Telephone": 15}),
            "Gender pref.": d.weigh({"No preference": 70, "Female": 20, "Male": 10}),
            "Vulnerability": d.weigh(needs),
            "Decision": d.weigh({"Pending": 50, "Granted": 30, "Refused": 15, "Withdrawn": 5}),
        }
        for number, who in enumerate(d.rows_of(list(range(85)), rows))
    ]


@table("es", 130, delimiter=";", registry=LATER)
def gimnasio(d: Draw, rows: int) -> list[Row]:
    made, fees = [], {"Mañanas": "29,90", "Completa": "42,50", "Fin de semana": "24,00", "Familiar": "61,00"}
    for p in people(d, rows, 2006, 1950):
        joined = d.day(date(2018, 1, 2), date(2024, 2, 28))
        fee = d.weigh({"Completa": 50, "Mañanas": 22, "Fin de semana": 16, "Familiar": 12})
        made.append(
            {
                "Nº socio": str(10412 + 7 * p.number),
                "Apellidos y nombre": f"{p.surname} {p.second}, {p.given}",
                "DNI": d.key("99999999A"),
                "F. nacimiento": p.born.strftime(D),
                "Sexo": "Mujer" if p.woman else "Hombre",
                "C.P.": d.skew(["50001", "50002", "50003", "50007", "50009", "50010", "50012", "50018"]),
                "Móvil": d.key("6## ## ## ##".replace("#", "9")),
                "Tarifa": fee,
                "Cuota mensual": fees[fee],
                "Fecha alta": joined.strftime(D),
                "Última visita": d.some(0.9, d.day(joined, date(2024, 4, 30)).strftime(D)),
                "Peso (kg)": comma(d.normal(66 if p.woman else 80, 11)),
                "Lesiones": d.weigh({"": 70, "rodilla": 10, "lumbalgia": 12, "hombro": 6, "hernia discal": 4}),
            }
        )
    return made


@table("ca", 80, delimiter=";", registry=LATER)
def horts_urbans(d: Draw, rows: int) -> list[Row]:
    crops = ["tomàquet", "enciam", "ceba", "carbassó", "mongeta", "pebrot", "albergínia", "faves", "patata"]
    notes = [
        "Ha demanat canvi de parcel·la",
        "Falta clau de la caseta",
        "Avís per males herbes",
        "Comparteix amb la filla",
    ]
    notes += ["Pendent de signar la renovació", "Reg trencat al març", "Vol plegar a final d'any"]
    return [
        {
            "Parcel·la": f"{'ABCD'[p.number // 20]}-{p.number % 20 + 1:02d}",
            "Titular": f"{p.given} {p.surname} {p.second}",
            "NIF": d.key("99999999-A"),
            "Telèfon": d.key("93 999 99 99"),
            "Barri": d.skew(["Can Rull", "La Creu Alta", "Gràcia", "Ca n'Oriac", "Torre-romeu", "Sant Oleguer"]),
            "Any naix.": str(p.born.year),
            "Data adjudicació": d.day(date(2012, 3, 1), date(2023, 11, 30)).strftime("%d.%m.%Y"),
            "Superfície m²": str(d.pick([25, 30, 32, 36, 40, 42, 48, 50, 55])),
            "Cultiu principal": d.skew(crops),
            "Quota anual €": comma(d.normal(68, 15, 2)),
            "Sancions": d.weigh({"0": 78, "1": 15, "2": 7}),
            "Observacions": d.remark(0.5, *notes),
        }
        for p in people(d, rows, 1985, 1936)
    ]


@table("fr", 110, delimiter=";", encoding="cp1252", registry=LATER)
def apprentis(d: Draw, rows: int) -> list[Row]:
    trades = ["boulanger", "coiffeuse", "électricien", "mécanicien auto", "cuisinier", "maçon", "vendeur", "plombier"]
    firms = ["Garage du Centre", "SARL Morvan", "Boulangerie Le Fournil", "Élec Ouest", "Salon Tiffany", "Bâti Breizh"]
    firms += ["Auberge du Port", "Super U", "Plomberie Cadiou", "Maison Lannuzel"]
    masters = [f"{'Mme' if p.woman else 'M.'} {p.surname}" for p in people(d, 30, 1990, 1962)]
    towns = ["Quimper", "Brest", "Morlaix", "Concarneau", "Landerneau", "Douarnenez", "Pont-l'Abbé", "Crozon"]
    return [
        {
            "N° contrat": d.key("029-2023-999999"),
            "Nom": p.surname.upper(),
            "Prénom": p.given,
            "Né(e) le": p.born.strftime(D),
            "Commune": d.skew(towns),
            "Diplôme préparé": d.weigh({"CAP": 50, "BP": 20, "Bac pro": 18, "BTS": 12}),
            "Métier": d.skew(trades),
            "Entreprise d'accueil": d.skew(firms),
            "Maître d'apprentissage": d.pick(masters),
            "Début": d.day(date(2022, 9, 1), date(2023, 11, 30)).strftime(D),
            "Rém. brute": comma(d.money(920, 0.2)),
            "RQTH": d.weigh({"Non": 92, "Oui": 8}),
            "Rupture": d.weigh({"Non": 82, "Oui": 18}),
        }
        for p in people(d, rows, 2006, 1998)
    ]


def add_days(day: date, low: int, high: int, d: Draw) -> date:
    """A day some days later."""
    return day + timedelta(days=d.whole(low, high))


def write_address(p: Person, host: str) -> str:
    """An e-mail address of the person."""
    return f"{ascii_only(p.given)}.{ascii_only(p.surname)}@{host}"
