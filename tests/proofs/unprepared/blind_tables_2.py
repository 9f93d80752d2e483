"""The blind tables in Portuguese, French, Italian, German and Dutch."""

from __future__ import annotations

from datetime import date

from unprepared.blind_kit import BLIND, age_on, crowd, note, on, staff
from unprepared.kit import Draw, Row, ascii_only, comma, table

DOTS, DASHES, SLASHES = "%d.%m.%Y", "%d-%m-%Y", "%d/%m/%Y"


@table("pt", 500, delimiter=";", encoding="cp1252", registry=BLIND)
def mortality_sim(d: Draw, rows: int) -> list[Row]:
    doctors, made = staff(d, 14), []
    for n, p in enumerate(crowd(d, rows, 2021, 1925)):
        died = d.day(date(2022, 1, 1), date(2022, 11, 30))
        age = age_on(p.born, died)
        made.append(
            {
                "NUMERODO": f"{33120047 + 13 * n}",
                "DTOBITO": died.strftime("%d%m%Y"),
                "HORAOBITO": d.clock().replace(":", ""),
                "NATURAL": d.skew(["823", "826", "835", "829", "831", "841"]),
                "DTNASC": p.born.strftime("%d%m%Y"),
                "IDADE": f"4{age:02d}" if age < 100 else f"5{age - 100:02d}",
                "SEXO": "2" if p.woman else "1",
                "RACACOR": d.weigh({"1": 44, "4": 42, "2": 9, "3": 3, "5": 2}),
                "ESTCIV": d.weigh({"1": 28, "2": 34, "3": 26, "4": 8, "9": 4}),
                "ESC": d.weigh({"1": 16, "2": 28, "3": 24, "4": 18, "5": 8, "9": 6}),
                "OCUP": d.skew(["999992", "999993", "622020", "512105", "715210", "782510", "521110", "231210"]),
                "CODMUNRES": d.skew(["231290", "230440", "230765", "230420", "231130", "230190", "230350"]),
                "LOCOCOR": d.weigh({"1": 64, "3": 22, "4": 8, "5": 6}),
                "ASSISTMED": d.weigh({"1": 60, "2": 30, "9": 10}),
                "CAUSABAS": d.skew(["I219", "B342", "J189", "C349", "X954", "E149", "I64", "C509", "K703", "V299"]),
                "LINHAA": d.skew(["*R092", "*J960", "*A419", "*R570", "*I469", "*J81X"]),
                "CIRCOBITO": d.weigh({"": 86, "1": 5, "2": 3, "3": 6}),
                "ATESTANTE": d.skew(doctors),
                "DTCADASTRO": on(d, died, 3, 30).strftime("%d%m%Y"),
                "VERSAOSIST": d.weigh({"3.2.10": 60, "3.2.20": 40}),
            }
        )
    return made


@table("fr", 260, delimiter=";", registry=BLIND)
def mission_locale(d: Draw, rows: int) -> list[Row]:
    advisers, made = staff(d, 8, "{given} {surname}"), []
    numbers = d.keys("999-99999", rows)
    for p in crowd(d, rows, 2007, 1997):
        first = d.day(date(2023, 1, 9), date(2023, 12, 20))
        made.append(
            {
                "Id_DE": numbers[p.number],
                "Civilité": "Mme" if p.woman else "M.",
                "NOM": p.surname.upper(),
                "Prénom usuel": p.given,
                "Tél. portable": d.key("06 99 99 99 99"),
                "Né le": p.born.strftime(SLASHES),
                "Code commune": d.skew(["56260", "56158", "56055", "56206", "56164"]),
                "QPV": d.weigh({"Non": 72, "Oui": 28}),
                "Niveau de formation": d.weigh({"3": 40, "4": 34, "2": 12, "5": 10, "1": 4}),
                "Permis B": d.weigh({"Non": 66, "Oui": 22, "En cours": 12}),
                "1er accueil": first.strftime(SLASHES),
                "Sortie le": d.some(0.6, on(d, first, 40, 420).strftime(SLASHES)),
                "Conseiller référent": d.skew(advisers),
                "Type de sortie": d.weigh({"Emploi CDD": 30, "Formation": 26, "Emploi CDI": 14, "Abandon": 22, "": 8}),
                "Allocataire RSA": d.weigh({"N": 82, "O": 18}),
                "Freins à l'emploi": d.skew(["Mobilité", "Aucun", "Santé", "Logement", "Garde d'enfant", "Justice"]),
                "Prescripteur": d.weigh({"Spontané": 46, "France Travail": 30, "Famille": 14, "PJJ": 10}),
                "Mode de contact": d.weigh({"Agence": 60, "Téléphone": 28, "Visio": 12}),
                "Synthèse entretien": note(
                    d,
                    0.8,
                    "Vit chez sa tante {given}, veut passer le permis avant {n} ans",
                    "Rdv annulé {n} fois, rappeler au {phone}",
                    "Souhaite CAP cuisine, stage chez M. {surname}",
                ),
            }
        )
    return made


@table("it", 310, delimiter=";", registry=BLIND)
def cedap_parti(d: Draw, rows: int) -> list[Row]:
    midwives, made = staff(d, 10, "{surname} {given}"), []
    for n, p in enumerate(crowd(d, rows, 2004, 1979)):
        day = d.day(date(2022, 1, 1), date(2022, 12, 31))
        weeks = d.weigh({41: 18, 40: 32, 39: 26, 38: 12, 37: 6, 36: 3, 34: 2, 31: 1})
        made.append(
            {
                "N. scheda": f"2022/{n + 1:05d}",
                "CF madre": d.key("AAAAAA99A99A999A"),
                "Madre": f"{p.surname} {p.given}",
                "Cittadinanza": d.weigh({"ITA": 74, "MAR": 8, "ROU": 8, "ALB": 6, "UKR": 4}),
                "Titolo studio": d.weigh({"laurea": 32, "diploma superiore": 44, "licenza media": 20, "elementare": 4}),
                "Cond. prof.": d.weigh({"occupata": 62, "casalinga": 22, "disoccupata": 12, "studentessa": 4}),
                "Stato civ.": d.weigh({"coniugata": 58, "nubile": 36, "separata": 6}),
                "Età madre": str(age_on(p.born, day)),
                "Comune res.": d.skew(["Lodi", "Codogno", "Casalpusterlengo", "Tavazzano", "Graffignana", "Borghetto"]),
                "Data parto": day.strftime(SLASHES),
                "Ora parto": d.clock(),
                "Sett. gest.": str(weeks),
                "Modalità": d.weigh({"spontaneo": 62, "TC elezione": 18, "TC urgenza": 14, "ventosa": 6}),
                "Peso (g)": str(10 * d.whole(210, 420)),
                "Apgar 5'": d.weigh({"10": 62, "9": 28, "8": 7, "6": 3}),
                "Sesso neon.": d.pick(["M", "F"]),
                "Gravidanze prec.": str(d.weigh({0: 46, 1: 32, 2: 14, 3: 5, 5: 3})),
                "Ostetrica": d.skew(midwives),
                "Allattamento dim.": d.weigh({"esclusivo": 66, "complementare": 24, "artificiale": 10}),
                "Modello": d.weigh({"A1": 55, "A2": 45}),
            }
        )
    return made


@table("de", 340, delimiter=";", registry=BLIND)
def jobcenter_bg(d: Draw, rows: int) -> list[Row]:
    people, managers, made = crowd(d, 280, 2003, 1962), staff(d, 9, "{surname}"), []
    numbers, communities = d.keys("999A999999", 280), d.keys("99999//9999999", 280)
    homes = [d.skew(["Zwickau", "Werdau", "Crimmitschau", "Meerane", "Glauchau", "Kirchberg"]) for _ in people]
    nations = [d.weigh({"deutsch": 66, "syrisch": 14, "ukrainisch": 12, "türkisch": 8}) for _ in people]
    for n, p in enumerate(d.rows_of(people, rows)):
        start = d.day(date(2023, 1, 1), date(2023, 12, 1)).replace(day=1)
        made.append(
            {
                "BG-Nummer": communities[p.number],
                "Kundennr.": numbers[p.number],
                "Name, Vorname": f"{p.surname}, {p.given}",
                "Geb.-Dat.": p.born.strftime(DOTS),
                "Geschl.": "w" if p.woman else "m",
                "Staatsang.": nations[p.number],
                "Wohnort": homes[p.number],
                "Leistungsbeginn": start.strftime(DOTS),
                "Leistungsende": on(d, start, 180, 365).strftime(DOTS),
                "Regelbedarf": d.weigh({"502,00": 60, "451,00": 28, "402,00": 12}),
                "KdU warm": comma(d.money(430, 0.25)),
                "Kinder U18": str(d.weigh({0: 56, 1: 20, 2: 15, 3: 6, 5: 3})),
                "Zielberuf": d.skew(["Lagerhelfer", "Reinigungskraft", "Verkäuferin", "Altenpflegehelfer", "Koch"]),
                "Profillage": d.weigh({"Förderprofil": 42, "Entwicklungsprofil": 32, "Stabilisierungsprofil": 26}),
                "Minderung %": d.weigh({"0": 88, "10": 8, "20": 4}),
                "pAp": d.skew(managers),
                "Aktenzeichen alt": d.some(0.5, f"II-{n + 100}/{d.whole(15, 22)}"),
                "Kontaktweg": d.weigh({"Brief": 50, "Telefon": 30, "Online": 20}),
                "Vermerk": note(
                    d,
                    0.6,
                    "Termin versäumt, Kind {given} krank gemeldet",
                    "Umzug zu Lebensgefährten {given} {surname} angezeigt",
                    "Gutachten ÄD liegt vor, {n} Std./Woche belastbar",
                ),
            }
        )
    return made


@table("nl", 230, delimiter=";", registry=BLIND)
def voedselbank(d: Draw, rows: int) -> list[Row]:
    helpers, made = staff(d, 6, "{given}"), []
    numbers = d.keys("VB99999", rows)
    for p in crowd(d, rows, 2000, 1945):
        first = d.day(date(2021, 1, 4), date(2023, 6, 30))
        made.append(
            {
                "klantnr": numbers[p.number],
                "achternaam": p.surname,
                "voorletters": f"{p.given[0]}.{d.some(0.4, d.pick('AEJMS') + '.')}",
                "gebdat": p.born.strftime(DASHES),
                "pc4": d.skew(["8911", "8921", "8926", "8913", "8932"]),
                "gezinsgrootte": str(d.weigh({1: 40, 2: 18, 3: 16, 4: 14, 5: 8, 7: 4})),
                "kinderen_tm12": str(d.weigh({0: 58, 1: 18, 2: 15, 3: 9})),
                "herkomstland": d.skew(["Nederland", "Syrië", "Oekraïne", "Eritrea", "Marokko", "Polen"]),
                "netto_besteedbaar": comma(d.money(215, 0.4)),
                "schuldhulp": d.weigh({"nee": 50, "ja": 36, "aangevraagd": 14}),
                "reden_aanmelding": d.skew(["schulden", "echtscheiding", "werkloosheid", "wachten op uitkering"]),
                "eerste_uitgifte": first.strftime(DASHES),
                "laatste_uitgifte": on(d, first, 30, 300).strftime(DASHES),
                "dieet": d.weigh({"": 62, "halal": 24, "vegetarisch": 8, "glutenvrij": 6}),
                "uitgiftepunt": d.weigh({"Camminghaburen": 40, "Bilgaard": 34, "Heechterp": 26}),
                "intaker": d.skew(helpers),
                "pakket": d.weigh({"A": 44, "B": 38, "C": 18}),
                "toestemming_mail": d.weigh({"ja": 70, "nee": 30}),
                "emailadres": d.some(0.6, f"{ascii_only(p.given)}{p.born:%y}@{d.pick(['ziggo.nl', 'live.nl'])}"),
            }
        )
    return made
