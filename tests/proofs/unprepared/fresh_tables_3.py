"""The fresh tables in German and Italian."""

from __future__ import annotations

from datetime import date

from unprepared.fresh_kit import FRESH, after, aged, clock, code, codes, crowd, figure, lasting, post, remark, staff
from unprepared.kit import Draw, Row, table

DOTS = "%d.%m.%Y"
SLASH = "%d/%m/%Y"
STREETS = ["Wilhelmshöher Allee", "Gartenstr.", "Lindenweg", "Schulstr.", "Am Anger"]


@table("de", 390, delimiter=";", registry=FRESH)
def laborbefunde(d: Draw, rows: int) -> list[Row]:
    people, numbers = crowd(d, 120, 2018, 1931), codes(d, "7#######", 120)
    tests = {
        "Hämoglobin": ("g/dl", 8.5, 17.5),
        "Kreatinin": ("mg/dl", 0.5, 2.9),
        "CRP": ("mg/l", 0.3, 140),
        "TSH": ("mU/l", 0.1, 7.5),
        "HbA1c": ("%", 4.6, 10.9),
    }
    ward = ["Innere 1", "Chirurgie 2", "Notaufnahme", "Gynäkologie", "Ambulanz"]
    signs = staff(d, 6, "Dr. {surname}")
    made = []
    for n, p in enumerate(d.rows_of(people, rows)):
        day, name = d.day(date(2024, 1, 2), date(2024, 12, 20)), d.pick(list(tests))
        unit, low, high = tests[name]
        made.append(
            {
                "Auftragsnummer": str(24100200 + 9 * n),
                "Patientennummer": numbers[p.number],
                "Nachname": p.surname,
                "Vorname": p.given,
                "Geburtsdatum": p.born.strftime(DOTS),
                "Geschlecht": "w" if p.woman else "m",
                "Station": d.skew(ward),
                "Entnahmedatum": day.strftime(DOTS),
                "Entnahmezeit": clock(d, 6, 20),
                "Befunddatum": after(d, day, 0, 2).strftime(DOTS),
                "Analyse": name,
                "Messwert": d.some(0.97, figure(d, low, high, 1, ","), "n. b."),
                "Einheit": unit,
                "Material": d.weigh({"Serum": 55, "EDTA-Blut": 35, "Heparinplasma": 10}),
                "Bewertung": d.weigh({"normal": 64, "erhöht": 22, "erniedrigt": 14}),
                "Freigegeben von": d.skew(signs),
            }
        )
    return made


@table("de", 210, delimiter=";", registry=FRESH)
def schueler_stammdaten(d: Draw, rows: int) -> list[Row]:
    made = []
    numbers = codes(d, "S-2024-####", rows)
    for n, p in enumerate(crowd(d, rows, 2018, 2015)):
        mother = crowd(d, 1, 1994, 1974)[0]
        made.append(
            {
                "SchuelerNr": numbers[n],
                "Name": f"{p.surname}, {p.given}",
                "Geburtsdatum": p.born.strftime("%d.%m.%y"),
                "Geburtsort": d.weigh(
                    {"Kassel": 48, "Göttingen": 14, "Fulda": 8, "Aleppo": 4, "Kiew": 5, "Marburg": 7}
                ),
                "Staatsangehörigkeit": d.weigh(
                    {"deutsch": 80, "syrisch": 6, "ukrainisch": 6, "türkisch": 6, "polnisch": 2}
                ),
                "Muttersprache": d.weigh(
                    {"Deutsch": 70, "Türkisch": 10, "Arabisch": 9, "Ukrainisch": 6, "Polnisch": 4}
                ),
                "Konfession": d.weigh({"ev.": 38, "rk.": 20, "islam.": 18, "ohne": 24}),
                "Klasse": f"{2024 - p.born.year - 5}{d.pick('abc')}",
                "Erziehungsberechtigte": f"{mother.given} {p.surname}",
                "Telefon": code(d, "0561 ######"),
                "Straße": f"{d.pick(STREETS)} {d.whole(1, 130)}",
                "PLZ": d.pick(["34117", "34119", "34121", "34125", "34127"]),
                "Einschulung": date(p.born.year + 6, 8, d.whole(20, 30)).strftime("%d.%m.%y"),
                "Förderbedarf": d.weigh({"keiner": 84, "Lernen": 7, "Sprache": 6, "emotional-sozial": 3}),
                "Empfehlung": d.weigh({"Gymnasium": 40, "Realschule": 34, "Hauptschule": 10, "offen": 16}),
            }
        )
    return made


@table("de", 190, delimiter=";", registry=FRESH)
def lohnkonto(d: Draw, rows: int) -> list[Row]:
    numbers = codes(d, "00####", rows)
    made = []
    for n, p in enumerate(crowd(d, rows, 2003, 1960)):
        entry = d.day(date(p.born.year + 20, 1, 2), date(2024, 3, 1))
        left = d.chance(0.15)
        made.append(
            {
                "PERSNR": numbers[n],
                "NACHN": p.surname,
                "VORN": p.given,
                "GBDAT": p.born.strftime("%Y%m%d"),
                "GESCH": "2" if p.woman else "1",
                "FAMST": d.weigh({"0": 31, "1": 49, "2": 4, "3": 16}),
                "KOSTL": d.weigh({"410100": 35, "410200": 22, "520010": 16, "610000": 9, "900500": 3}),
                "EINTR": entry.strftime("%Y%m%d"),
                "AUSTR": after(d, entry, 60, 2500).strftime("%Y%m%d") if left else "99991231",
                "TRFGR": d.weigh({"E5": 18, "E6": 22, "E8": 18, "E9b": 20, "E11": 13, "E13": 8, "AT": 2}),
                "STKL": d.weigh({"1": 38, "3": 26, "4": 22, "5": 12, "2": 3}),
                "SVNR": code(d, "##") + p.born.strftime("%d%m%y") + p.surname[0].replace("Ö", "O") + code(d, "###"),
                "BRUTTO": figure(d, 2400, 6900, 2, ","),
                "GDB": d.weigh({"0": 90, "30": 3, "50": 5, "80": 2}),
                "BANKV": "DE" + code(d, "####################"),
                "LOHNART": d.weigh({"1000": 70, "1200": 18, "1310": 12}),
            }
        )
    return made


@table("it", 280, delimiter=";", registry=FRESH)
def assistenza_domiciliare(d: Draw, rows: int) -> list[Row]:
    people, keys = crowd(d, 74, 1955, 1925), codes(d, "AD####", 74)
    tax = codes(d, "@@@@@@##@##@###@", 74)
    home = lasting(d, people, {"Ferrara": 40, "Cento": 18, "Argenta": 12, "Comacchio": 10, "Copparo": 8})
    living = lasting(d, people, {"Solo": 45, "Con coniuge": 34, "Con figli": 12, "Con badante": 9})
    carers = staff(d, 11)
    made = []
    for p in d.rows_of(people, rows):
        start = d.whole(7, 17)
        made.append(
            {
                "codice_assistito": keys[p.number],
                "codice_fiscale": tax[p.number],
                "cognome_nome": f"{p.surname} {p.given}".upper(),
                "data_nascita": p.born.strftime(SLASH),
                "comune_residenza": home[p.number],
                "nucleo_familiare": living[p.number],
                "operatore": d.skew(carers),
                "data_accesso": d.day(date(2024, 2, 1), date(2024, 7, 31)).strftime(SLASH),
                "ora_inizio": clock(d, start, start + 1, 5),
                "ora_fine": clock(d, start + 1, start + 2, 5),
                "prestazione": d.weigh({"Igiene personale": 40, "Medicazione": 25, "Prelievo": 14, "Fisioterapia": 12}),
                "indice_barthel": str(d.whole(0, 20) * 5),
                "pressione": f"{d.whole(105, 178)}/{d.whole(58, 98)}",
                "lesioni_da_decubito": d.weigh({"no": 78, "grado 1": 11, "grado 2": 8, "grado 3": 3}),
                "note": remark(
                    d, 0.3, "La figlia {given} chiede più ore", "Paziente stanco", "Avvisato il dott. {surname}"
                ),
            }
        )
    return made


@table("it", 180, registry=FRESH)
def dipendenti_comune(d: Draw, rows: int) -> list[Row]:
    numbers = codes(d, "####", rows)
    made = []
    for n, p in enumerate(crowd(d, rows, 2000, 1958)):
        hired = d.day(date(p.born.year + 21, 1, 1), date(2024, 1, 31))
        made.append(
            {
                "matricola": numbers[n],
                "cognome": p.surname,
                "nome": p.given,
                "sesso": "F" if p.woman else "M",
                "dataNascita": p.born.strftime("%d-%m-%Y"),
                "luogoNascita": d.weigh(
                    {"Bari": 42, "Taranto": 14, "Matera": 10, "Foggia": 9, "Milano": 3, "Tirana": 2}
                ),
                "titoloStudio": d.weigh({"Diploma": 48, "Laurea": 30, "Licenza media": 16, "Dottorato": 2}),
                "profilo": d.weigh(
                    {"Istruttore": 42, "Funzionario": 18, "Operatore": 25, "Agente PL": 12, "Dirigente": 2}
                ),
                "settore": d.weigh(
                    {"Anagrafe": 20, "Tributi": 15, "Lavori pubblici": 24, "Servizi sociali": 18, "SUAP": 6}
                ),
                "dataAssunzione": hired.strftime("%d-%m-%Y"),
                "retribuzioneAnnua": figure(d, 21000, 46000, 2, ","),
                "giorniMalattia": d.some(0.97, str(d.weigh({0: 44, 3: 22, 7: 15, 15: 8, 40: 3})), "n.d."),
                "legge104": d.weigh({"sì": 12, "no": 88}),
                "valutazione": d.weigh({"Ottimo": 38, "Buono": 44, "Sufficiente": 15, "Insufficiente": 3}),
            }
        )
    return made


@table("it", 300, registry=FRESH)
def polizze_auto(d: Draw, rows: int) -> list[Row]:
    numbers = codes(d, "RCA/##/######", rows)
    made = []
    for n, p in enumerate(crowd(d, rows, 2004, 1940)):
        start = d.day(date(2024, 1, 1), date(2024, 12, 31))
        hits = d.weigh({0: 76, 1: 18, 2: 5, 3: 1})
        made.append(
            {
                "Numero polizza": numbers[n],
                "Contraente": f"{p.given} {p.surname}",
                "Età": str(aged(p.born, start)),
                "Professione": d.skew(
                    ["Impiegato", "Pensionato", "Operaio", "Commerciante", "Insegnante", "Medico", "Notaio"]
                ),
                "Provincia": d.weigh({"TO": 40, "CN": 18, "AT": 10, "AL": 12, "VC": 5, "BI": 4}),
                "CAP": d.pick(["10121", "10141", "12100", "14100", "15121", "10024"]),
                "Cellulare": code(d, "3## #######"),
                "E-mail": post(d, p, "libero.it", "gmail.com", "tiscali.it"),
                "Targa": code(d, "@@###@@"),
                "Marca veicolo": d.skew(["Fiat", "Volkswagen", "Toyota", "Renault", "Audi", "Lancia", "Tesla"]),
                "Anno immatricolazione": str(d.whole(2006, 2024)),
                "Data decorrenza": start.strftime(SLASH),
                "Data scadenza": after(d, start, 365, 365).strftime(SLASH),
                "Classe di merito": str(d.weigh({1: 52, 2: 10, 4: 10, 7: 8, 10: 6, 14: 10, 18: 1})),
                "Premio annuo (€)": figure(d, 260, 1350, 2, ","),
                "Sinistri ultimi 5 anni": str(hits),
                "Frazionamento": d.weigh({"Annuale": 62, "Semestrale": 38}),
                "Canale": d.weigh({"Agenzia": 55, "Online": 33, "Broker": 12}),
            }
        )
    return made
