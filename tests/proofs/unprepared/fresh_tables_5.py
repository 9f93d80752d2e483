"""The fresh tables in Polish and Swedish."""

from __future__ import annotations

from datetime import date

from unprepared.fresh_kit import FRESH, after, aged, clock, code, codes, crowd, figure, lasting, post, remark, staff
from unprepared.kit import Draw, Row, table

DOTS = "%d.%m.%Y"


@table("pl", 240, delimiter=";", registry=FRESH)
def pacjenci_oddzial(d: Draw, rows: int) -> list[Row]:
    numbers = codes(d, "2024/#####", rows)
    doctors = staff(d, 7, "lek. {given} {surname}")
    made = []
    for n, p in enumerate(crowd(d, rows, 2002, 1930)):
        day = d.day(date(2024, 1, 2), date(2024, 11, 30))
        made.append(
            {
                "Nr księgi głównej": numbers[n],
                "PESEL": f"{p.born:%y%m%d}" + code(d, "#####"),
                "Imię": p.given,
                "Nazwisko": p.surname,
                "Data urodzenia": p.born.strftime(DOTS),
                "Płeć": "K" if p.woman else "M",
                "Miejscowość": d.weigh({"Lublin": 44, "Świdnik": 16, "Łęczna": 12, "Puławy": 10, "Bychawa": 5}),
                "Data przyjęcia": day.strftime(DOTS),
                "Data wypisu": after(d, day, 1, 24).strftime(DOTS),
                "Tryb przyjęcia": d.weigh({"Planowy": 48, "Nagły": 52}),
                "Rozpoznanie": d.skew(
                    ["Zapalenie płuc", "Niewydolność serca", "Cukrzyca typu 2", "POChP", "Udar mózgu"]
                ),
                "Temperatura przy przyjęciu": figure(d, 35.8, 39.9, 1, ","),
                "Lekarz prowadzący": d.skew(doctors),
                "Tryb wypisu": d.weigh({"Do domu": 78, "Inny szpital": 9, "Na własne żądanie": 6, "Zgon": 7}),
            }
        )
    return made


@table("pl", 180, registry=FRESH)
def kadry_pracownicy(d: Draw, rows: int) -> list[Row]:
    numbers = codes(d, "####", rows)
    made = []
    for n, p in enumerate(crowd(d, rows, 2001, 1959)):
        hired = d.day(date(p.born.year + 21, 1, 2), date(2024, 5, 31))
        made.append(
            {
                "nr_ewidencyjny": numbers[n],
                "nazwisko_i_imie": f"{p.surname} {p.given}",
                "data_urodzenia": p.born.isoformat(),
                "stanowisko": d.skew(
                    ["Magazynier", "Księgowa", "Operator CNC", "Kierowca", "Specjalista ds. jakości", "Prezes"]
                ),
                "dzial": d.weigh({"Produkcja": 46, "Magazyn": 20, "Księgowość": 12, "Biuro": 14, "Zarząd": 3}),
                "wyksztalcenie": d.weigh({"zawodowe": 34, "średnie": 38, "wyższe": 26, "podstawowe": 2}),
                "data_zatrudnienia": hired.isoformat(),
                "rodzaj_umowy": d.weigh({"na czas nieokreślony": 66, "na czas określony": 26, "zlecenie": 8}),
                "wynagrodzenie_brutto": figure(d, 4300, 12800, 2, ","),
                "nr_konta": code(d, "## #### #### #### #### #### ####"),
                "tel_komorkowy": code(d, "6## ### ###"),
                "dni_chorobowe": str(d.weigh({0: 45, 4: 20, 9: 15, 21: 8, 60: 2})),
                "ocena_roczna": d.weigh({"bardzo dobra": 24, "dobra": 50, "dostateczna": 20, "brak": 6}),
            }
        )
    return made


@table("pl", 260, delimiter=";", registry=FRESH)
def ankieta_mieszkancow(d: Draw, rows: int) -> list[Row]:
    made = []
    numbers, makers = codes(d, "KW#####", rows), codes(d, "ANK-##", 8)
    for n in range(rows):
        made.append(  # noqa: PERF401
            {
                "NR_KW": numbers[n],
                "WERSJA": d.weigh({"1": 52, "2": 48}),
                "ANKIETER": d.pick(makers),
                "DATA_W": d.day(date(2024, 5, 6), date(2024, 6, 28)).strftime("%d.%m.%y"),
                "GODZ_ROZP": clock(d, 9, 20),
                "M1": d.weigh({"K": 53, "M": 47}),
                "M2_ROKUR": str(d.whole(1936, 2005)),
                "M3_WYKSZ": d.weigh({"1": 10, "2": 26, "3": 36, "4": 28}),
                "M5_OSGD": str(d.weigh({1: 22, 2: 33, 3: 21, 4: 17, 5: 5, 7: 1})),
                "M6_DZIELN": d.weigh({"Śródmieście": 30, "Zatorze": 22, "Kortowo": 18, "Jaroty": 24, "Gutkowo": 4}),
                "M8_DOCH": d.some(0.78, str(d.whole(14, 120) * 100), "99999"),
                "P1_BEZP": d.weigh(
                    {"zdecydowanie tak": 20, "raczej tak": 44, "raczej nie": 22, "trudno powiedzieć": 9}
                ),
                "P4_TRANSP": d.weigh({"1": 8, "2": 20, "3": 34, "4": 28, "5": 10}),
                "P9_GLOS": d.weigh({"1": 26, "2": 25, "3": 12, "4": 8, "97": 29}),
                "P12_UWAGI": remark(
                    d, 0.2, "Sąsiad {surname} hałasuje", "Za mało zieleni", "Radna {given} {surname} pomogła"
                ),
            }
        )
    return made


@table("sv", 330, delimiter=";", registry=FRESH)
def vardkontakter(d: Draw, rows: int) -> list[Row]:
    people = crowd(d, 150, 2019, 1931)
    numbers = [f"{p.born:%Y%m%d}-" + code(d, "####") for p in people]
    place = lasting(d, people, {"Umeå": 44, "Skellefteå": 24, "Lycksele": 12, "Vännäs": 9, "Åsele": 3})
    carers = staff(d, 10)
    made = []
    for p in d.rows_of(people, rows):
        day = d.day(date(2024, 1, 2), date(2024, 12, 20))
        made.append(
            {
                "Personnummer": numbers[p.number],
                "Förnamn": p.given,
                "Efternamn": p.surname,
                "Ålder": str(aged(p.born, day)),
                "Kön": "Kvinna" if p.woman else "Man",
                "Hemort": place[p.number],
                "Vårdcentral": d.weigh({"Ålidhem": 36, "Backen": 28, "Ersboda": 24, "Lycksele": 8}),
                "Besöksdatum": day.isoformat(),
                "Besökstid": clock(d, 8, 17, 5, "."),
                "Kontakttyp": d.weigh({"Mottagningsbesök": 60, "Telefon": 26, "Video": 14}),
                "Yrkeskategori": d.weigh({"Läkare": 48, "Sjuksköterska": 36, "Psykolog": 8, "Fysioterapeut": 8}),
                "Vårdgivare": d.skew(carers),
                "Huvuddiagnos": d.skew(["I10.9", "J06.9", "F41.1", "M54.5", "E11.9", "F32.9", "Z76.0"]),
                "BMI": d.some(0.7, figure(d, 18, 41, 1, ","), "saknas"),
                "Sjukskriven dagar": str(d.weigh({0: 76, 7: 10, 14: 8, 30: 4, 90: 1})),
                "Anteckning": remark(
                    d, 0.4, "Ringde hustrun {given}", "Återbesök om {day} dagar", "Remiss till dr {surname}"
                ),
            }
        )
    return made


@table("sv", 200, registry=FRESH)
def elevlista(d: Draw, rows: int) -> list[Row]:
    numbers = codes(d, "E######", rows)
    made = []
    for n, p in enumerate(crowd(d, rows, 2008, 2006)):
        parent = crowd(d, 1, 1985, 1966)[0]
        made.append(
            {
                "elevId": numbers[n],
                "elevNamn": f"{p.given} {p.surname}",
                "födelsedatum": p.born.isoformat(),
                "program": d.weigh({"Naturvetenskap": 28, "Samhälle": 34, "Bygg": 16, "Vård": 14, "Estetiska": 6}),
                "klass": d.pick(["NA23", "SA23A", "SA23B", "BA23", "VO23"]),
                "mentor": d.skew(["Lena Palm", "Ove Strand", "Jenny Falk", "Mats Norén"]),
                "vårdnadshavare": f"{parent.given} {parent.surname}",
                "vårdnadshavareEpost": post(d, parent, "telia.com", "hotmail.se", "gmail.com"),
                "mobil": code(d, "07#-### ## ##"),
                "hemspråk": d.weigh({"svenska": 76, "arabiska": 9, "somaliska": 6, "finska": 5, "persiska": 3}),
                "meritvärde": figure(d, 120, 340, 1, ","),
                "betygMatematik": d.weigh({"A": 10, "B": 14, "C": 24, "D": 20, "E": 22, "F": 8, "-": 2}),
                "frånvaroProcent": figure(d, 0, 32, 1, ","),
                "åtgärdsprogram": d.weigh({"Ja": 14, "Nej": 86}),
            }
        )
    return made


@table("sv", 230, delimiter=";", registry=FRESH)
def forsakringsarenden(d: Draw, rows: int) -> list[Row]:
    files, persons = codes(d, "SK24######", rows), codes(d, "KD#######", rows)
    clerks = codes(d, "@@##", 8)
    made = []
    for n, p in enumerate(crowd(d, rows, 2003, 1945)):
        harm = d.day(date(2024, 1, 3), date(2024, 9, 30))
        reported = after(d, harm, 0, 30)
        made.append(
            {
                "ARENR": files[n],
                "KUNDNR": persons[n],
                "FODAR": str(p.born.year),
                "KON": "1" if not p.woman else "2",
                "YRKE": d.skew(["undersköterska", "snickare", "lärare", "pensionär", "lastbilschaufför", "advokat"]),
                "LAN": d.weigh({"AB": 34, "O": 24, "M": 20, "AC": 10, "BD": 6, "I": 2}),
                "SKADEDAT": harm.strftime("%Y%m%d"),
                "ANMDAT": reported.strftime("%Y%m%d"),
                "SKTYP": d.weigh({"FALL": 40, "TRAFIK": 26, "IDROTT": 20, "VÅLD": 6, "ÖVR": 8}),
                "KRPDEL": d.weigh({"KNÄ": 26, "HAND": 24, "RYGG": 22, "HUVUD": 16, "FOT": 12}),
                "INVGRAD": d.some(0.9, str(d.weigh({0: 60, 3: 16, 5: 10, 12: 6, 30: 2})), "UTR"),
                "ERS_SEK": str(d.whole(0, 96) * 500),
                "BESLUT": d.weigh({"BIF": 70, "AVS": 20, "OMP": 10}),
                "KANAL": d.weigh({"W": 58, "T": 30, "B": 12}),
                "HANDL": d.pick(clerks),
            }
        )
    return made
