"""The unseen tables in Polish and Swedish."""

from __future__ import annotations

from datetime import date

from unprepared.kit import Draw, Row, comma, table
from unprepared.unseen_kit import UNSEEN, age_on, crowd, days_on, free_text, mail, staff

DOTS = "%d.%m.%Y"


@table("pl", 360, delimiter=";", registry=UNSEEN)
def rejestr_wizyt(d: Draw, rows: int) -> list[Row]:
    people, cards = crowd(d, 150, 2015, 1934), d.keys("K/99999", 150)
    facts = [
        (f"{p.born:%y%m%d}{d.key('99999')}", d.skew(["Puławy", "Końskowola", "Janowiec", "Żyrzyn", "Kurów"]))
        for p in people
    ]
    doctors = staff(d, 6, "lek. {given} {surname}")
    made = []
    for n, p in enumerate(d.rows_of(people, rows)):
        day = d.day(date(2024, 1, 2), date(2024, 5, 31))
        number, town = facts[p.number]
        made.append(
            {
                "Lp.": str(n + 1),
                "Nr kartoteki": cards[p.number],
                "Pacjent": f"{p.surname} {p.given}",
                "PESEL": number,
                "Wiek": str(age_on(p.born, day)),
                "Płeć": "K" if p.woman else "M",
                "Gmina": town,
                "Data wizyty": day.strftime(DOTS),
                "Godz.": f"{d.whole(8, 17)}:{d.pick(['00', '15', '30', '45'])}",
                "Poradnia": d.skew(
                    ["POZ", "kardiologiczna", "diabetologiczna", "zdrowia psychicznego", "okulistyczna"]
                ),
                "ICD-10": d.skew(["I10", "E11.9", "J20", "F32.1", "H40.1", "M51.1", "Z00.0"]),
                "Ciśnienie": d.some(0.8, f"{d.whole(100, 175)}/{d.whole(55, 100)}"),
                "Zwolnienie (dni)": str(d.weigh({0: 72, 3: 8, 5: 8, 7: 6, 14: 4, 30: 2})),
                "Lekarz": d.skew(doctors),
                "Zalecenia": free_text(
                    d,
                    0.7,
                    "Kontrola za {number} dni",
                    "Badania krwi, wynik odbierze córka {given}",
                    "Skierowanie do dr {surname}",
                    "Dieta, ruch, leki jak dotychczas",
                ),
                "Rodzaj wizyty": d.weigh({"stacjonarna": 74, "teleporada": 20, "domowa": 6}),
            }
        )
    return made


@table("pl", 420, registry=UNSEEN)
def czytelnicy(d: Draw, rows: int) -> list[Row]:
    people, cards = crowd(d, 140, 2012, 1940), d.keys("24999999", 140)
    facts = [
        (
            d.weigh({"uczeń": 24, "student": 20, "pracujący": 36, "emeryt": 20}),
            d.skew(["Jeżyce", "Wilda", "Grunwald", "Rataje", "Piątkowo"]),
            mail(d, p, "poczta.pl", "skrzynka.pl"),
        )
        for p in people
    ]
    made = []
    for p in d.rows_of(people, rows):
        group, home, address = facts[p.number]
        out = d.day(date(2023, 3, 1), date(2023, 12, 20))
        made.append(
            {
                "numer_karty": cards[p.number],
                "imie_nazwisko": f"{p.given} {p.surname}",
                "rok_urodzenia": str(p.born.year),
                "kategoria_czytelnika": group,
                "dzielnica": home,
                "adres_email": address,
                "dzial_ksiazki": d.skew(
                    ["kryminał", "fantastyka", "poradniki zdrowotne", "lektury", "religia", "podróże"]
                ),
                "wypozyczono": out.strftime("%Y-%m-%d"),
                "zwrocono": d.some(0.92, days_on(d, out, 1, 60).strftime("%Y-%m-%d")),
                "kara_zl": d.weigh({"0,00": 80, "2,40": 10, "5,60": 6, "12,00": 4}),
                "filia": d.weigh({"F3": 40, "F7": 34, "F12": 26}),
                "kanal_rezerwacji": d.weigh({"katalog online": 50, "na miejscu": 50}),
            }
        )
    return made


@table("pl", 280, delimiter=";", encoding="cp1250", registry=UNSEEN)
def szkody_majatkowe(d: Draw, rows: int) -> list[Row]:
    staff_names = staff(d, 7, "{surname} {initial}.")
    made = []
    for n, p in enumerate(crowd(d, rows, 2001, 1945)):
        day = d.day(date(2022, 1, 3), date(2023, 10, 30))
        made.append(
            {
                "NR_SZKODY": f"PL{2022}{70012 + 4 * n}",
                "NR_POLISY": d.key("9099999999"),
                "UBEZP": f"{p.given} {p.surname}",
                "TEL": d.key("+48 699 999 999"),
                "KOD_POCZT": d.skew(["35-001", "35-213", "35-328", "36-060", "39-100"]),
                "MIEJSC": d.skew(["Rzeszów", "Łańcut", "Boguchwała", "Strzyżów", "Ropczyce"]),
                "DATA_ZDARZ": day.strftime("%Y.%m.%d"),
                "DATA_ZGL": days_on(d, day, 0, 14).strftime("%Y.%m.%d"),
                "PRZYCZ": d.skew(["zalanie", "wichura", "pożar", "kradzież", "przepięcie", "grad"]),
                "SUMA_UB": d.weigh({"100000": 22, "150000": 20, "250000": 30, "400000": 20, "600000": 8}),
                "WYPLATA": comma(d.money(2100, 0.9)),
                "LIKWID": d.skew(staff_names),
                "DECYZJA": d.weigh({"wypłata": 72, "odmowa": 18, "częściowa": 10}),
                "OPIS": free_text(
                    d,
                    0.95,
                    "Zalanie z mieszkania sąsiada, p. {given} {surname}",
                    "Wichura zerwała {number} dachówek",
                    "Pożar sadzy w kominie, straż po {number} min",
                    "Proszę dzwonić po 16, tel. {phone}",
                ),
                "SPOS_ZGL": d.weigh({"infolinia": 48, "internet": 38, "agent": 14}),
            }
        )
    return made


@table("sv", 250, delimiter=";", registry=UNSEEN)
def loneunderlag(d: Draw, rows: int) -> list[Row]:
    numbers, chiefs = d.keys("59999", rows), staff(d, 11)
    made = []
    for n, p in enumerate(crowd(d, rows, 2003, 1957)):
        made.append(
            {
                "Anst.nr": numbers[n],
                "Namn": f"{p.surname}, {p.given}",
                "Persnr": f"{p.born:%y%m%d}-{d.key('9999')}",
                "Befattning": d.skew(
                    [
                        "undersköterska",
                        "barnskötare",
                        "lärare",
                        "handläggare",
                        "vaktmästare",
                        "socialsekreterare",
                        "kock",
                    ]
                ),
                "Enhet": d.skew(["Hemtjänst Väst", "Förskola Nord", "Kostenheten", "IFO", "Teknik och fritid"]),
                "Anställd fr.o.m.": d.day(date(2002, 1, 7), date(2024, 2, 1)).strftime("%Y-%m-%d"),
                "Syssels.grad": d.weigh({"100": 62, "80": 18, "75": 14, "50": 6}),
                "Månadslön": f"{int(float(d.money(31200, 0.16, 0)) // 50 * 50)}",
                "OB-tillägg": comma(d.money(1450, 0.7)),
                "Sjukdagar": str(d.weigh({0: 44, 2: 18, 4: 14, 9: 12, 21: 7, 60: 5})),
                "VAB-dagar": str(d.weigh({0: 70, 1: 10, 3: 12, 7: 8})),
                "Facktillhörighet": d.weigh({"Kommunal": 46, "Vision": 20, "Lärarförbundet": 18, "ingen": 16}),
                "Clearing/konto": d.key("8999-9, 999 999 999-9"),
                "Närmaste chef": d.skew(chiefs),
                "Löneform": d.weigh({"månad": 84, "tim": 16}),
            }
        )
    return made


@table("sv", 500, delimiter=";", registry=UNSEEN)
def medborgarenkat(d: Draw, rows: int) -> list[Row]:
    scale = {"1": 8, "2": 14, "3": 30, "4": 32, "5": 12, "8": 4}
    made = []
    for n, p in enumerate(crowd(d, rows, 2005, 1938)):
        made.append(
            {
                "RESPNR": f"{40001 + n}",
                "SVARSSATT": d.weigh({"webb": 66, "post": 34}),
                "SVARSDAT": d.day(date(2023, 9, 4), date(2023, 11, 12)).strftime("%y%m%d"),
                "KON": "2" if p.woman else "1",
                "FODELSEAR": str(p.born.year),
                "STADSDEL": d.skew(["Centrum", "Norrmalm", "Råslätt", "Öxnehaga", "Ekhagen", "Hovslätt"]),
                "UTBNIVA": d.weigh({"1": 18, "2": 42, "3": 40}),
                "SYSSELS": d.weigh({"1": 56, "2": 8, "3": 24, "4": 9, "5": 3}),
                "BOENDEFORM": d.weigh({"1": 44, "2": 22, "3": 32, "4": 2}),
                "ANTBARN": d.weigh({"0": 60, "1": 15, "2": 18, "3": 6, "5": 1}),
                "F1_TRYGG": d.weigh(scale),
                "F2_KOLLEKT": d.weigh(scale),
                "F3_KULTUR": d.weigh(scale),
                "F7_HALSA": d.weigh({"1": 4, "2": 10, "3": 26, "4": 40, "5": 20}),
                "F9_PARTI": d.weigh(
                    {"S": 28, "M": 17, "SD": 16, "C": 6, "V": 7, "KD": 5, "L": 4, "MP": 5, "vet ej": 12}
                ),
                "F12_FRITEXT": free_text(
                    d,
                    0.3,
                    "Bussen till Råslätt går för sällan",
                    "Min granne {given} {surname} hjälper mig",
                    "Sjukvården: väntat {number} veckor",
                    "Bra bibliotek!",
                ),
                "VIKT": comma(d.normal(1, 0.3, 3, 0.3)),
            }
        )
    return made


@table("sv", 230, delimiter=";", registry=UNSEEN)
def forskoleko(d: Draw, rows: int) -> list[Row]:
    made = []
    for n, child in enumerate(crowd(d, rows, 2023, 2020)):
        p = crowd(d, 1, 1999, 1978)[0]
        queued = days_on(d, child.born, 20, 300)
        wanted = days_on(d, queued, 90, 360)
        made.append(
            {
                "köId": f"K-{n * 3 + 2011}",
                "barnetsNamn": f"{child.given} {p.surname}",
                "barnetsPersonnr": f"{child.born:%Y%m%d}-{d.key('9999')}",
                "vårdnadshavare1": f"{p.given} {p.surname}",
                "mobilVh1": d.key("079-999 99 99"),
                "epostVh1": mail(d, p, "brev.se", "hemma.se"),
                "adress": f"{d.pick(['Björkvägen', 'Storgatan', 'Ängsgatan', 'Skolgatan'])} {d.whole(1, 80)}",
                "önskadFörskola": d.skew(["Myran", "Kotten", "Regnbågen", "Gläntan", "Solrosen"]),
                "förturSkäl": d.weigh({"inget": 86, "särskilt stöd": 9, "sociala skäl": 5}),
                "ködatum": queued.strftime("%Y-%m-%d"),
                "önskadStart": wanted.strftime("%Y-%m-%d"),
                "erbjudenPlats": d.some(0.7, days_on(d, wanted, 0, 90).strftime("%Y-%m-%d")),
                "syskon": d.weigh({"nej": 56, "ja": 44}),
                "modersmål": d.weigh({"svenska": 70, "arabiska": 12, "somaliska": 9, "engelska": 5, "tigrinja": 4}),
                "hushållsinkomst": d.money(46000, 0.35, 0),
                "inkomstväg": d.weigh({"e-tjänst": 82, "blankett": 18}),
            }
        )
    return made
