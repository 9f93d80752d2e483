"""The unseen tables in German and Italian."""

from __future__ import annotations

from datetime import date

from unprepared.kit import Draw, Row, comma, table
from unprepared.unseen_kit import UNSEEN, age_on, crowd, days_on, free_text, staff

DOTS, SLASH = "%d.%m.%Y", "%d/%m/%Y"


@table("de", 180, delimiter=";", registry=UNSEEN)
def pflegeheim_bewohner(d: Draw, rows: int) -> list[Row]:
    doctors, carers = staff(d, 5, "Dr. {surname}"), staff(d, 10, "Schw. {given}")
    made = []
    for n, p in enumerate(crowd(d, rows, 1952, 1925)):
        entry = d.day(date(2017, 1, 9), date(2024, 4, 30))
        guard = crowd(d, 1, 1985, 1950)[0]
        made.append(
            {
                "Bewohner-Nr.": f"{1040 + n}",
                "Familienname": p.surname,
                "Rufname": p.given,
                "geb. am": p.born.strftime(DOTS),
                "Konf.": d.weigh({"ev": 50, "rk": 34, "ohne": 16}),
                "Familienstand": d.weigh({"verw.": 58, "verh.": 20, "led.": 12, "gesch.": 10}),
                "Zimmer": f"{d.pick([1, 2, 3])}{d.whole(1, 28):02d}",
                "Wohnbereich": d.pick(["WB Rosengarten", "WB Mühlbach", "WB Kastanie"]),
                "Einzug am": entry.strftime(DOTS),
                "Auszug am": days_on(d, entry, 30, 900).strftime(DOTS) if d.chance(0.3) else "",
                "Pflegegrad": d.weigh({"1": 3, "2": 24, "3": 36, "4": 25, "5": 12}),
                "Hauptdiagnose": d.skew(
                    [
                        "Demenz",
                        "Schlaganfall",
                        "Parkinson",
                        "Herzinsuffizienz",
                        "Diabetes mellitus",
                        "Oberschenkelhalsbruch",
                    ]
                ),
                "Kostform": d.weigh({"Vollkost": 60, "passiert": 18, "Diabetiker": 14, "vegetarisch": 8}),
                "Gewicht aktuell": comma(d.normal(66, 12, 1, 38)),
                "Krankenkasse": d.skew(["AOK", "Barmer", "DAK", "TK", "Knappschaft", "privat"]),
                "Versichertennr.": d.key("A999999999"),
                "Betreuer/in": f"{guard.given} {guard.surname}",
                "Hausarzt": d.skew(doctors),
                "Bezugspflege": d.skew(carers),
            }
        )
    return made


@table("de", 450, delimiter=";", registry=UNSEEN)
def buergeramt_termine(d: Draw, rows: int) -> list[Row]:
    clerks = staff(d, 9, "{surname}, {initial}.")
    made = []
    for p in crowd(d, rows, 2006, 1938):
        day = d.day(date(2024, 2, 5), date(2024, 5, 30))
        made.append(
            {
                "vorgangs_id": d.key("xxxxxxxx-xxxx-4xxx"),
                "antragsteller": f"{p.given} {p.surname}",
                "geburtsjahr": str(p.born.year),
                "herkunftsland": d.weigh({"DE": 70, "TR": 7, "UA": 7, "SY": 6, "IT": 3, "PL": 5, "GH": 2}),
                "plz_wohnung": d.skew(["28195", "28199", "28201", "28213", "28237", "28259"]),
                "anliegen": d.skew(
                    [
                        "Personalausweis",
                        "Anmeldung Wohnsitz",
                        "Führungszeugnis",
                        "Reisepass",
                        "Bewohnerparken",
                        "Kirchenaustritt",
                        "Geburtsurkunde",
                    ]
                ),
                "buchung_am": day.strftime(DOTS),
                "termin_am": days_on(d, day, 1, 50).strftime(DOTS),
                "termin_uhrzeit": f"{d.whole(8, 17):02d}:{d.pick([0, 10, 20, 30, 40, 50]):02d}",
                "wartezeit_min": d.money(11, 0.6, 0),
                "schalter": f"S{d.whole(1, 9)}",
                "sachbearbeitung": d.skew(clerks),
                "gebuehr_eur": d.weigh({"0": 30, "37,00": 30, "13,00": 22, "70,00": 18}),
                "bezahlart": d.weigh({"Karte": 62, "bar": 30, "entfällt": 8}),
                "erschienen": d.weigh({"ja": 88, "nein": 12}),
                "mobilnummer": d.key("015" + "9 99999999"),
            }
        )
    return made


@table("de", 380, delimiter=";", registry=UNSEEN)
def studierendenbefragung(d: Draw, rows: int) -> list[Row]:
    numbers = d.keys("3999999", rows)
    likert = {"1": 10, "2": 22, "3": 28, "4": 26, "5": 12, "-9": 2}
    made = []
    for n, p in enumerate(crowd(d, rows, 2005, 1994)):
        day = d.day(date(2023, 5, 8), date(2023, 6, 16))
        made.append(
            {
                "LFDNR": str(n + 1),
                "MATNR": numbers[n],
                "FRAGEBOGEN": d.weigh({"A": 52, "B": 48}),
                "AUSGEF_AM": day.strftime("%d.%m.%y"),
                "SD01_GESCHL": d.weigh({"1": 53, "2": 44, "3": 3}),
                "SD02_ALTER": str(age_on(p.born, day)),
                "SD03_ABINOTE": comma(d.normal(2.3, 0.6, 1, 1)),
                "SD05_FACH": d.skew(
                    ["BWL", "Informatik", "Soziale Arbeit", "Maschinenbau", "Germanistik", "Pharmazie"]
                ),
                "SD06_SEM": str(d.weigh({2: 30, 4: 26, 6: 20, 8: 12, 10: 8, 13: 4})),
                "SD09_ELTERN": d.weigh({"1": 40, "2": 24, "3": 36}),
                "WO01_MIETE": d.money(410, 0.25, 0),
                "WO03_ENTF": comma(d.money(4.5, 0.8, 1)),
                "ZU01": d.weigh(likert),
                "ZU02": d.weigh(likert),
                "ZU03": d.weigh(likert),
                "GE04_PSYCH": d.weigh({"0": 66, "1": 28, "-9": 6}),
                "JOB02_STD": str(d.weigh({0: 40, 6: 10, 8: 14, 10: 18, 15: 10, 20: 8})),
                "OFFEN1": free_text(
                    d,
                    0.3,
                    "Die Mensa ist zu teuer, {number} Euro pro Woche",
                    "Prof. {surname} erklärt sehr gut",
                    "Mehr Lernplätze bitte",
                ),
            }
        )
    return made


@table("it", 360, delimiter=";", registry=UNSEEN)
def prestiti_biblioteca(d: Draw, rows: int) -> list[Row]:
    people, cards = crowd(d, 130, 2013, 1942), d.keys("RBL99999", 130)
    facts = [
        (
            d.skew(
                ["studente", "impiegata", "pensionato", "insegnante", "operaio", "casalinga", "libero professionista"]
            ),
            d.skew(["Cesena", "Forlimpopoli", "Bertinoro", "Gambettola", "Longiano"]),
        )
        for _ in people
    ]
    desk, items = staff(d, 4, "{given}"), d.keys("INV999999", 90)
    titles = [
        "Il treno delle nevi",
        "Cuore di tufo",
        "La casa del faro",
        "Guida ai funghi",
        "Vivere con il diabete",
        "Il commissario Lenzi",
        "Storia minima di Romagna",
        "Separarsi bene",
        "Fisica per tutti",
    ]
    made = []
    for p in d.rows_of(people, rows):
        out = d.day(date(2023, 2, 1), date(2023, 12, 1))
        work, town = facts[p.number]
        item = d.whole(0, 89)
        made.append(
            {
                "tessera": cards[p.number],
                "utente": f"{p.given} {p.surname}",
                "classe_eta": d.pick(["0-14"])
                if p.born.year > 2008
                else "15-24"
                if p.born.year > 1998
                else "25-44"
                if p.born.year > 1978
                else "45-64"
                if p.born.year > 1958
                else "65+",
                "professione": work,
                "comune": town,
                "inventario": items[item],
                "titolo_opera": titles[item % 9],
                "genere": [
                    "narrativa",
                    "narrativa",
                    "ragazzi",
                    "manuali",
                    "salute",
                    "giallo",
                    "storia",
                    "salute",
                    "scienze",
                ][item % 9],
                "data_prestito": out.strftime(SLASH),
                "data_scadenza": days_on(d, out, 30, 30).strftime(SLASH),
                "data_rientro": d.some(0.93, days_on(d, out, 2, 55).strftime(SLASH)),
                "solleciti": d.weigh({"0": 84, "1": 11, "2": 5}),
                "sede": d.weigh({"Malatestiana": 64, "Ragazzi": 22, "Bibliobus": 14}),
                "bibliotecario": d.skew(desk),
            }
        )
    return made


@table("it", 290, delimiter=";", encoding="cp1252", registry=UNSEEN)
def sinistri_rc(d: Draw, rows: int) -> list[Row]:
    adjusters = staff(d, 6, "{surname} {given}")
    made = []
    for n, p in enumerate(crowd(d, rows, 2004, 1940)):
        day = d.day(date(2021, 1, 4), date(2023, 6, 30))
        declared = days_on(d, day, 0, 12)
        hurt = d.weigh({"nessuna": 70, "colpo di frusta": 18, "frattura": 8, "decesso": 4})
        made.append(
            {
                "Sinistro n.": f"{2021}/{40118 + 3 * n}",
                "Assicurato": f"{p.surname.upper()} {p.given.upper()}",
                "C.F.": d.key("AAAAAA99A99A999A"),
                "Data di nascita": p.born.strftime(SLASH),
                "Residenza": d.skew(["Varese", "Gallarate", "Busto Arsizio", "Saronno", "Luino", "Tradate"]),
                "Targa A": d.key("AA999AA"),
                "Targa B": d.key("AA999AA"),
                "Data evento": day.strftime(SLASH),
                "Data denuncia": declared.strftime(SLASH),
                "Data liquidazione": d.some(0.75, days_on(d, declared, 20, 400).strftime(SLASH)),
                "Dinamica": free_text(
                    d,
                    1,
                    "Tamponamento al semaforo, alla guida {given} {surname}",
                    "Urto in rotatoria a {number} km/h",
                    "Retromarcia nel parcheggio, teste {given}",
                ),
                "Lesioni": hurt,
                "Invalidità permanente %": "0" if hurt == "nessuna" else str(d.whole(1, 14)),
                "Liquidato €": comma(d.money(2300, 0.8)),
                "Liquidatore": d.skew(adjusters),
                "Officina": d.skew(["Autofficina Prealpi", "Carrozzeria Verbano", "Car Clinic", "nessuna"]),
                "Tipo denuncia": d.weigh({"CAI": 66, "mono firma": 34}),
            }
        )
    return made


@table("it", 200, delimiter=";", registry=UNSEEN)
def iscrizioni_nido(d: Draw, rows: int) -> list[Row]:
    made = []
    for n, child in enumerate(crowd(d, rows, 2023, 2021)):
        mother, father = crowd(d, 2, 1999, 1978)
        made.append(
            {
                "PROT": f"2024/{18330 + 5 * n}",
                "COGN_BIMBO": child.surname,
                "NOME_BIMBO": child.given,
                "DT_NASC_BIMBO": child.born.strftime("%Y-%m-%d"),
                "CITTAD": d.weigh({"ITA": 78, "ROU": 8, "MAR": 7, "ALB": 7}),
                "GENITORE1": f"{mother.given} {mother.surname}",
                "PROF_GEN1": d.skew(["impiegata", "infermiera", "disoccupata", "commessa", "insegnante", "avvocata"]),
                "GENITORE2": d.some(0.86, f"{father.given} {child.surname}"),
                "TEL_GEN1": d.key("3" + "99 9999999"),
                "ISEE": comma(d.money(19800, 0.5)),
                "DISAB_BIMBO": d.weigh({"N": 94, "S": 6}),
                "PUNTEGGIO": comma(d.normal(34, 9, 1, 5)),
                "NIDO_PREF": d.skew(["Girotondo", "Aquilone", "Il Grillo", "Pan di Zenzero"]),
                "FASCIA_ORARIA": d.weigh({"8-13": 30, "8-16": 50, "8-18": 20}),
                "DT_DOMANDA": d.day(date(2024, 3, 4), date(2024, 4, 12)).strftime("%Y-%m-%d"),
                "ESITO": d.weigh({"ammesso": 60, "lista d'attesa": 32, "escluso": 8}),
            }
        )
    return made
