"""The last tables in Dutch, Polish and Swedish."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

from unprepared.kit import Draw, Row, comma, table
from unprepared.last_kit import LAST, facts, folk, later, minutes, team, years

D = "%d-%m-%Y"
P = "%d.%m.%Y"


@table("nl", 420, delimiter=";", registry=LAST)
def tandarts_verrichtingen(d: Draw, rows: int) -> list[Row]:
    people = folk(d, 116, 2018, 1938)
    names = [f"{p.surname}, {p.given[0]}.{d.weigh({'': 6, ' van': 1, ' de': 1, ' van der': 1})}" for p in people]
    insurer = facts(d, people, {"CZ": 22, "VGZ": 24, "Menzis": 16, "Zilveren Kruis": 28, "ONVZ": 4, "geen": 6})
    smoker = facts(d, people, {"N": 74, "J": 18, "?": 8})
    work = {
        "C002": "25,99",
        "M03": "16,89",
        "V92": "65,23",
        "V91": "52,62",
        "X10": "19,49",
        "A10": "17,54",
        "H11": "48,7",
    }
    work |= {"E13": "201,38", "R24": "318,30"}
    teeth = ["11", "16", "21", "24", "26", "36", "37", "38", "45", "46", "47", "48"]
    dentists = ["J. Elzinga", "mw. S. Postma", "drs. H. Idema", "A. de Lugt (mondhyg.)"]
    notes = ["angstig, belt altijd eerst met zus", "betaalt in termijnen", "zwanger, geen foto", "partner ook patiënt"]
    notes += ["nieuwe baan, alleen na 17 u", "bloedverdunners via dr. Veenstra", "kroon 26 in de gaten houden"]
    made = []
    for p in d.rows_of(people, rows):
        code = d.skew(list(work))
        made.append(
            {
                "Pat.nr": str(20417 + p.number * 3),
                "Naam": names[p.number],
                "Geb.datum": p.born.strftime(D),
                "M/V": "V" if p.woman else "M",
                "Verzekeraar": insurer[p.number],
                "Datum": d.day(date(2024, 1, 8), date(2024, 10, 31)).strftime(D),
                "Tijd": f"{d.whole(8, 16)}:{d.pick(['00', '10', '20', '30', '40', '50'])}",
                "Behandelaar": d.skew(dentists),
                "Code": code,
                "Element": d.pick(teeth) if code[0] in "VEHR" else "",
                "Tarief": work[code],
                "DPSI": d.weigh({"1": 46, "2": 26, "3-": 14, "3+": 8, "4": 3, "": 9}),
                "Roker": smoker[p.number],
                "Opm.": d.remark(0.2, *notes),
            }
        )
    return made


@table("nl", 480, registry=LAST)
def verplaatsingen(d: Draw, rows: int) -> list[Row]:
    people, keys = folk(d, 160, 2014, 1938), d.keys("31999999999", 160)
    size = facts(d, people, {"1": 22, "2": 36, "3": 15, "4": 20, "5": 6, "6": 1})
    roots = facts(d, people, {"Nederlands": 76, "Westers": 10, "Niet-westers": 13, "Onbekend": 1})
    level = facts(d, people, {"Basisonderwijs": 8, "Vmbo": 18, "Mbo": 30, "Hbo": 26, "Wo": 14, "Anders": 3})
    work = facts(d, people, {"Niet werkzaam": 38, "12-30 uur": 18, ">30 uur": 40, "<12 uur": 4})
    income = facts(d, people, {str(each): 1 for each in range(1, 11)} | {"11": 0.4})
    drives = facts(d, people, {"Ja": 78, "Nee": 22})
    town = [
        d.skew(["Zwolle", "Kampen", "Deventer", "Raalte", "Dalfsen", "Hattem", "Ommen", "Staphorst"]) for _ in people
    ]
    day = [d.day(date(2023, 1, 1), date(2023, 12, 31)).isoformat() for _ in people]
    weight = [d.money(0.9, 0.5, 6) for _ in people]
    goals = {
        "Van en naar het werk": 22,
        "Winkelen": 20,
        "Visite/logeren": 13,
        "Onderwijs volgen": 10,
        "Sport/hobby": 12,
    }
    goals |= {"Toeren/wandelen": 10, "Halen en brengen van personen": 8, "Diensten/verzorging": 5}
    means = {"Personenauto bestuurder": 40, "Fiets": 27, "Te voet": 17, "Trein": 4, "E-bike": 8, "Bus": 3}
    made = []
    for p in d.rows_of(people, rows):
        start, n = d.whole(360, 1330), p.number
        made.append(
            {
                "OPID": keys[n],
                "HHPers": size[n],
                "Geslacht": "Vrouw" if p.woman else "Man",
                "Leeftijd": str(2023 - p.born.year),
                "Herkomst": roots[n],
                "Opleiding": level[n],
                "BetWerk": work[n],
                "HHGestInkG": income[n],
                "OPRijbewijsAu": drives[n],
                "WoGem": town[n],
                "Datum": day[n],
                "VertrTijd": minutes(start),
                "AankTijd": minutes(start + d.whole(3, 95)),
                "AankPC": d.skew([str(8011 + 3 * each) for each in range(40)]),
                "Doel": d.weigh(goals),
                "KHvm": d.weigh(means),
                "AfstV": comma(d.money(4.2, 1.0, 1)),
                "FactorV": weight[n],
            }
        )
    return made


@table("nl", 450, registry=LAST)
def klikgedrag(d: Draw, rows: int) -> list[Row]:
    people = folk(d, 130, 2005, 1950)
    keys, ip = d.keys("CU-99999999", 130), [f"84.{d.whole(20, 29)}.{d.whole(1, 254)}.{d.whole(1, 254)}" for _ in people]
    codes = [d.key("9999AA").replace("0", "3") for _ in people]
    browser = facts(d, people, {"Chrome 121": 52, "Safari 17": 26, "Firefox 122": 9, "Edge 120": 10, "Opera": 3})
    device = facts(d, people, {"mobiel": 58, "desktop": 33, "tablet": 9})
    groups = {"tuin": 22, "verlichting": 16, "babyspullen": 14, "sport": 14, "boeken": 12, "erotiek": 4, "dieren": 12}
    terms = ["kinderwagen tweedehands", "jan elzinga boek", "schommel", "lamp hal zwart", "hondenmand groot"]
    terms += ["cadeau oma 80", "verhuisbericht groningen", "loopfiets", "steunzolen maat 42", "kattenluik"]
    made: list[Row] = []
    while len(made) < rows:
        p, session = d.pick(people), d.key("xxxxxxxxxxxx")
        now = datetime.combine(d.day(date(2024, 2, 1), date(2024, 2, 29)), time(d.whole(6, 22), d.whole(0, 59)))
        source, variant = d.weigh({"google": 46, "direct": 30, "nieuwsbrief": 14, "instagram": 10}), d.pick("AB")
        for _ in range(d.whole(1, 7)):
            now += timedelta(seconds=d.whole(3, 200))
            event = d.weigh({"bekijken": 56, "zoeken": 20, "in_mandje": 14, "bestellen": 7, "retour": 2})
            made.append(
                {
                    "sessie_id": session,
                    "klant_id": keys[p.number],
                    "ip_adres": ip[p.number],
                    "browser": browser[p.number],
                    "apparaat": device[p.number],
                    "referrer": source,
                    "gebeurtenis": event,
                    "tijdstip": now.strftime("%Y-%m-%d %H:%M:%S"),
                    "zoekterm": d.pick(terms) if event == "zoeken" else "",
                    "productgroep": "" if event == "zoeken" else d.weigh(groups),
                    "prijs": "" if event == "zoeken" else d.money(27, 0.8),
                    "kortingscode": d.weigh({"": 90, "WELKOM10": 6, "LENTE24": 4}),
                    "bezorg_postcode": codes[p.number],
                    "ab_variant": variant,
                }
            )
    return made[:rows]


@table("pl", 280, delimiter=";", registry=LAST)
def wypisy_szpital(d: Draw, rows: int) -> list[Row]:
    people = folk(d, 204, 1999, 1930)
    pesel = [f"{p.born:%y%m%d}{d.key('999')}{d.pick('02468' if p.woman else '13579')}{d.key('9')}" for p in people]
    area = [d.skew(["0663011", "0610032", "0609043", "0603022", "0617024", "0606072", "0612011"]) for _ in people]
    wards = {
        "Kardiologia": ["I21.4", "I50.0", "I48", "I20.8"],
        "Chirurgia og.": ["K35.8", "K80.1", "K40.9"],
        "Choroby wewn.": ["J18.9", "E11.7", "N39.0", "I10"],
        "Ortopedia": ["S72.0", "M17.1", "S82.6"],
        "Neurologia": ["I63.9", "G40.9", "G35"],
        "Psychiatria": ["F20.0", "F10.3", "F32.2"],
    }
    more = ["I10", "E11.9", "E78.0", "N18.3", "J44.9", "F10.2", "I25.1"]
    end = {"Do domu": 76, "Inny szpital": 8, "Zgon": 5, "Na własne żądanie": 5, "ZOL": 4}
    doctors, made = team(d, 12, "lek. {given} {surname}") + team(d, 5, "dr n. med. {initial}. {surname}"), []
    for number, p in enumerate(d.rows_of(people, rows)):
        day, ward = d.day(date(2023, 1, 2), date(2023, 12, 10)), d.skew(list(wards))
        made.append(
            {
                "Nr ks. gł.": f"{1204 + 2 * number}/2023",
                "PESEL": pesel[p.number],
                "Pacjent": f"{p.surname.upper()} {p.given}",
                "Płeć": "K" if p.woman else "M",
                "Wiek": str(years(p.born, day)),
                "Kod TERYT": area[p.number],
                "Oddział": ward,
                "Data przyj.": day.strftime(P),
                "Godz. przyj.": d.clock(),
                "Data wyp.": d.after(day, 5, 60).strftime(P),
                "Tryb przyjęcia": d.weigh({"nagły": 54, "planowy": 42, "przeniesienie": 4}),
                "Rozp. zasadnicze": d.skew(wards[ward]),
                "Rozp. współistn.": "; ".join(d.random.sample(more, d.weigh({0: 30, 1: 34, 2: 24, 3: 12}))),
                "Tryb wypisu": d.weigh(end),
                "Wartość (zł)": comma(d.money(4300, 0.7)),
                "Lekarz prowadzący": d.skew(doctors),
            }
        )
    return made


@table("pl", 200, delimiter=";", encoding="cp1250", registry=LAST)
def sprawy_karne(d: Draw, rows: int) -> list[Row]:
    crimes = [
        "art. 178a § 1 k.k.",
        "art. 278 § 1 k.k.",
        "art. 209 § 1a k.k.",
        "art. 62 ust. 1 u.p.n.",
        "art. 207 § 1 k.k.",
    ]
    crimes += ["art. 190 § 1 k.k.", "art. 286 § 1 k.k.", "art. 157 § 2 k.k."]
    jobs = ["kierowca", "murarz", "bez zawodu", "kucharz", "sprzedawczyni", "ślusarz", "rolnik", "spawacz", "księgowa"]
    school = {"podstawowe": 22, "zawodowe": 36, "średnie": 28, "wyższe": 9, "gimnazjalne": 6}
    ends = {"grzywna": 40, "ograniczenie wolności": 24, "pozbawienie wolności": 22, "uniewinnienie": 4, "umorzenie": 9}
    judges, made = team(d, 6, "SSR {given} {surname}"), []
    for p in folk(d, rows, 2004, 1952):
        woman = p.woman
        done, end = d.day(date(2021, 3, 1), date(2022, 12, 20)), d.weigh(ends)
        made.append(
            {
                "sygnatura": f"II K {14 + 3 * p.number}/22",
                "oskarzony": f"{p.given} {p.surname}",
                "rok_urodzenia": str(p.born.year),
                "plec": "kobieta" if woman else "mężczyzna",
                "wyksztalcenie": d.weigh(school),
                "zawod": d.skew(jobs),
                "karany_uprzednio": d.weigh({"nie": 56, "tak": 38, "b.d.": 6}),
                "kwalifikacja": d.skew(crimes),
                "data_czynu": done.strftime(P),
                "data_orzeczenia": later(d, done, 90, 600).strftime(P),
                "sedzia": d.skew(judges),
                "rodzaj_orzeczenia": end,
                "wymiar_kary_mies": str(d.pick([3, 4, 6, 8, 10, 12, 18, 24])) if "wolności" in end else "",
                "grzywna_zl": str(d.pick([800, 1000, 1500, 2000, 3000, 4500])) if end == "grzywna" else "",
                "wydzial": d.weigh({"II Karny": 80, "VII Karny": 20}),
            }
        )
    return made


@table("sv", 300, delimiter=";", registry=LAST)
def flyttningar(d: Draw, rows: int) -> list[Row]:
    people = folk(d, 222, 2003, 1936)
    pnr = [f"{p.born:%Y%m%d}-{d.key('99')}{d.pick('02468' if p.woman else '13579')}{d.key('9')}" for p in people]
    land = facts(
        d, people, {"Sverige": 74, "Syrien": 6, "Finland": 6, "Irak": 4, "Polen": 4, "Somalia": 3, "Thailand": 2}
    )
    civil = facts(d, people, {"OG": 44, "G": 34, "S": 14, "Ä": 8})
    children = facts(d, people, {"0": 58, "1": 15, "2": 18, "3": 7, "4": 2})
    hidden = facts(d, people, {"": 97, "SEK": 2, "SKF": 1})
    roads = ["Storgatan", "Ängsvägen", "Kyrkogatan", "Björkallén", "Hamngatan", "Smedjevägen", "Solbacken"]
    land_names = ["Kvarnen", "Lärkan", "Hammaren", "Skatan", "Norrby", "Vallmon", "Ekorren"]
    came_from = ["Växjö", "Kalmar", "Nybro", "Stockholm", "Malmö", "Göteborg", "Utlandet", "Jönköping"]
    signs, made = ["ANLI", "BGBE", "MASJ", "KRNY", "TOÖB"], []
    for p in d.rows_of(people, rows):
        moved = d.day(date(2019, 1, 7), date(2022, 12, 30))
        door = f"{d.whole(1, 74)}{d.weigh({'': 6, 'A': 1, 'B': 1})} lgh {d.whole(10, 14)}0{d.whole(1, 4)}"
        made.append(
            {
                "Pnr": pnr[p.number],
                "Efternamn": p.surname,
                "Tilltalsnamn": p.given,
                "Kön": "K" if p.woman else "M",
                "Födelseland": land[p.number],
                "Civst": civil[p.number],
                "Adress": f"{d.pick(roads)} {door}",
                "Postnr": d.skew(["382 30", "382 31", "382 35", "382 40", "382 42", "382 93"]),
                "Fastighetsbet.": f"{d.pick(land_names)} {d.whole(1, 19)}:{d.whole(1, 60)}",
                "Inflyttn.dat": moved.isoformat(),
                "Utflyttn.dat": d.some(0.35, later(d, moved, 60, 700).isoformat()),
                "Från kommun": d.skew(came_from),
                "Antal barn": children[p.number],
                "Skyddad id": hidden[p.number],
                "Reg. av": d.skew(signs),
            }
        )
    return made


@table("sv", 350, delimiter=";", registry=LAST)
def hushallsundersokning(d: Draw, rows: int) -> list[Row]:
    jobs = ["undersköterska", "lärare", "säljare", "snickare", "systemutvecklare", "barnskötare", "lastbilsförare"]
    jobs += ["ekonomiassistent", "lantbrukare", "tandhygienist", "präst", ""]
    school = {
        "Förgymnasial": 14,
        "Gymnasial": 44,
        "Eftergymnasial < 3 år": 16,
        "Eftergymnasial 3 år +": 25,
        "Uppgift saknas": 1,
    }
    work = {"Anställd": 54, "Egen företagare": 7, "Pensionär": 24, "Studerande": 8, "Arbetslös": 5, "Sjukskriven": 3}
    party = {"S": 26, "M": 17, "SD": 17, "C": 6, "V": 7, "KD": 5, "MP": 5, "L": 4, "Vill ej svara": 13}
    health = {"Mycket god": 26, "God": 44, "Någorlunda": 22, "Dålig": 6, "Mycket dålig": 2}
    county = ["01", "12", "14", "05", "03", "13", "08", "25", "22"]
    keys = d.keys("7999999", rows)
    return [
        {
            "lopnr": keys[p.number],
            "kon": "2" if p.woman else "1",
            "fodelsear": str(p.born.year),
            "lan": d.skew(county),
            "boende": d.weigh({"Hyresrätt": 34, "Bostadsrätt": 24, "Äganderätt": 40, "Annat": 2}),
            "antal_barn": d.weigh({"0": 60, "1": 14, "2": 18, "3": 6, "4": 2}),
            "utbildning": d.weigh(school),
            "sysselsattning": d.weigh(work),
            "yrke": d.skew(jobs),
            "disp_inkomst": str(100 * int(float(d.money(3350, 0.45)))),
            "utg_livsmedel": d.some(0.96, str(int(float(d.money(5200, 0.4)))), "-9"),
            "utg_alkohol": d.some(0.9, str(d.pick([0, 0, 150, 200, 300, 450, 600, 1200])), "-9"),
            "halsa": d.weigh(health),
            "partival": d.weigh(party),
            "intervjudatum": d.day(date(2022, 2, 1), date(2022, 11, 30)).strftime("%y%m%d"),
            "intervjusatt": d.weigh({"Telefon": 60, "Webb": 34, "Post": 6}),
            "vikt": comma(d.money(1180, 0.4, 3)),
        }
        for p in folk(d, rows, 2003, 1938)
    ]
