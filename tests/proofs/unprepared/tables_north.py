"""Tables of Germany, the Netherlands, Poland and Sweden."""

from __future__ import annotations

from datetime import date, timedelta

from unprepared.kit import Draw, Row, ascii_only, comma, table


@table("de", 420, ";", "cp1252")
def drg_fall(d: Draw, rows: int) -> list[Row]:
    people = d.people(340, 2012, 1925)
    case, insured = d.keys("99999999", rows), d.keys("A999999999", 340)
    fixed = [d.skew(["50667", "50931", "51063", "53111", "50354", "51373"]) for _ in people]
    made = []
    for row, person in enumerate(d.rows_of(people, rows)):
        entry = d.moment(date(2020, 1, 1), date(2020, 12, 5))
        left = entry + timedelta(hours=d.whole(20, 600))
        made.append({
            "IK": "260530012", "KH-internes-Kennzeichen": case[row], "IK-der-Krankenkasse": d.skew(["104212059", "108018007", "101575519", "109905003"]), "Versichertennummer": insured[person.number], "Geburtsjahr": str(person.born.year), "Geschlecht": "w" if person.woman else "m", "PLZ": fixed[person.number], "Aufnahmedatum": entry.strftime("%Y%m%d%H%M"), "Aufnahmegrund": d.weigh({"0101": 6, "0107": 5}), "Aufnahmeanlass": d.share(E=5, N=5, V=1), "Entlassungsdatum": left.strftime("%Y%m%d%H%M"), "Entlassungsgrund": d.weigh({"012": 14, "079": 1, "069": 1, "092": 1}), "Hauptdiagnose": d.skew(["I50.01", "J18.9", "S72.10", "K80.20", "I63.4", "O80", "C34.1", "F10.0"]), "Fachabteilung": d.skew(["HA0100", "HA1500", "HA2400", "HA1600"]), "Beatmungsstunden": d.weigh({"0": 90, "12": 2, "96": 2, "240": 1}), "Alter-in-Jahren": str(2020 - person.born.year), "DRG-Erlös": comma(d.money(3600, 0.6)),
        })  # fmt: skip
    return made


@table("de", 230, ";")
def personalstamm(d: Draw, rows: int) -> list[Row]:
    heads = d.staff(7)
    made = []
    for row, person in enumerate(d.people(rows, 2002, 1958)):
        joined = d.day(max(date(1985, 1, 1), person.born + timedelta(days=6600)), date(2023, 9, 1))
        left = d.after(joined, 900, 5000) if d.chance(0.15) else None
        if left and left > date(2024, 1, 1):
            left = None
        made.append({
            "Personalnr.": f"{4711 + row * 4:06d}", "Name": person.surname, "Vorname": person.given, "Geb.-Datum": person.born.strftime("%d.%m.%Y"), "Geschlecht": "weiblich" if person.woman else "männlich", "Familienstand": d.weigh({"ledig": 4, "verheiratet": 5, "geschieden": 1.5, "verwitwet": 0.4}), "Steuerklasse": d.weigh({"I": 4, "III": 2, "IV": 3, "V": 1}), "Konfession": d.weigh({"rk": 3, "ev": 3, "--": 4}), "Staatsangehörigkeit": d.weigh({"deutsch": 82, "türkisch": 6, "polnisch": 5, "italienisch": 3, "kroatisch": 2}), "Tätigkeit": d.skew(["Sachbearbeiter", "Erzieherin", "Hausmeister", "Ingenieur", "Buchhalterin", "Reinigungskraft", "Gärtner", "Kraftfahrer"]), "Abteilung": d.skew(["Bauamt", "Kämmerei", "Kita", "Bauhof", "Ordnungsamt"]), "Vorgesetzte/r": d.skew(heads), "Eintritt": joined.strftime("%d.%m.%Y"), "Austritt": left.strftime("%d.%m.%Y") if left else "", "Entgeltgruppe": d.skew(["E5", "E6", "E8", "E9b", "E11", "E13"]), "Bruttogehalt": f"{d.whole(2300, 6400) // 1000}.{d.whole(0, 999):03d},{d.whole(0, 99):02d}", "Schwerbehindert": d.share(nein=9, ja=1), "Krankheitstage": str(int(d.random.expovariate(0.09))), "IBAN": d.key("DE99 9999 9999 9999 9999 99"), "E-Mail": f"{ascii_only(person.given)[0]}.{ascii_only(person.surname)}@stadt-musterau.example", "Sozialvers.-Nr.": f"{d.key('99')}{person.born.strftime('%d%m%y')}{person.surname[0]}{d.key('999')}",
        })  # fmt: skip
    return made


@table("de", 300, ";")
def bibliothek_ausleihen(d: Draw, rows: int) -> list[Row]:
    readers = d.people(90, 2015, 1940)
    card, home = d.keys("LB-99999", 90), [d.skew(["Altstadt", "Nordend", "Weststadt", "Südvorstadt"]) for _ in readers]
    made = []
    for reader in d.rows_of(readers, rows):
        lent = d.day(date(2023, 2, 1), date(2023, 7, 31))
        made.append({
            "Leserausweis": card[reader.number], "Leser": f"{reader.surname}, {reader.given}", "Jahrgang": f"{reader.born.year % 100:02d}", "Ortsteil": home[reader.number], "Medienart": d.weigh({"Buch": 6, "DVD": 2, "Hörbuch": 1.5, "Zeitschrift": 1}), "Titel": d.skew(["Momo", "Der Vorleser", "Die Vermessung der Welt", "Was ist was: Dinosaurier", "Depression verstehen", "Tschick", "Krabat"]), "Ausgeliehen am": lent.strftime("%d.%m.%y"), "Rückgabe am": d.after(lent, 18, 60).strftime("%d.%m.%y"), "Uhrzeit": d.clock(10, 18) + " Uhr", "Gebühr €": d.weigh({"0,00": 8, "1,50": 2, "3,00": 1}),
        })  # fmt: skip
    return made


@table("nl", 260, ";")
def jeugdhulp_trajecten(d: Draw, rows: int) -> list[Row]:
    children, leads = d.people(180, 2018, 2005), d.staff(8)
    citizen = d.keys("999999999", 180)
    fixed = [
        (
            d.skew(["Zuilen", "Overvecht", "Kanaleneiland", "Tuindorp", "Lunetten"]),
            d.weigh({"Nederlandse": 80, "Marokkaanse": 7, "Turkse": 6, "Syrische": 4}),
        )
        for _ in children
    ]
    made = []
    for row, child in enumerate(d.rows_of(children, rows)):
        reported = d.day(date(2020, 1, 6), date(2022, 12, 1))
        started = d.after(reported, 40, 200)
        ended = d.after(started, 150, 500)
        quarter, nation = fixed[child.number]
        made.append({
            "Zaaknummer": f"JH-{reported.year}-{row + 1:04d}", "BSN": citizen[child.number], "Achternaam": child.surname, "Roepnaam": child.given, "Geboortedatum": child.born.strftime("%d-%m-%Y"), "Geslacht": "vrouw" if child.woman else "man", "Nationaliteit": nation, "Wijk": quarter, "Gezinsvorm": d.weigh({"tweeoudergezin": 5, "eenoudergezin": 4, "samengesteld gezin": 1.5}), "Datum aanmelding": reported.strftime("%d-%m-%Y"), "Start hulp": started.strftime("%d-%m-%Y"), "Einde hulp": ended.strftime("%d-%m-%Y"), "Soort hulp": d.weigh({"ambulant": 6, "dagbehandeling": 2, "pleegzorg": 2, "verblijf": 1}), "Regisseur": d.skew(leads), "Uitkomst": d.weigh({"doelen behaald": 6, "voortijdig beëindigd": 3, "doorverwezen": 2}), "Kosten": comma(d.money(4200, 0.7)), "Toelichting": d.remark(0.5, "Moeder is moeilijk bereikbaar", "School meldt veel verzuim", "Gesprek met opa en oma gepland", "ouders gescheiden sinds 2019, omgang via wijkteam", "afgesloten in overleg", "huisbezoek verzet naar volgende week"),
        })  # fmt: skip
    return made


@table("nl", 620, ";")
def ov_chipkaart(d: Draw, rows: int) -> list[Row]:
    riders = d.people(70)
    card, product = (
        d.keys("3528 9999 9999 9999", 70),
        [d.weigh({"Reizen op saldo": 5, "Dal Voordeel": 4, "Studentenreisproduct": 3}) for _ in riders],
    )
    stops = ["Utrecht Centraal", "Amersfoort", "Hilversum", "Amsterdam Zuid", "Gouda", "Den Haag HS", "Woerden"]
    made = []
    for rider in d.rows_of(riders, rows):
        start = d.whole(5 * 60, 22 * 60)
        end = start + d.whole(8, 80)
        made.append({
            "Kaartnummer": card[rider.number], "Datum": d.day(date(2024, 1, 8), date(2024, 1, 28)).strftime("%d-%m-%Y"), "Check-in": f"{start // 60:02d}:{start % 60:02d}", "Vertrek": d.skew(stops), "Check-uit": f"{end // 60:02d}:{end % 60:02d}", "Bestemming": d.pick(stops), "Bedrag": comma(f"{d.whole(21, 140) / 10:.2f}"), "Klasse": d.weigh({"2": 9, "1": 1}), "Product": product[rider.number],
        })  # fmt: skip
    return made


@table("pl", 340, ";")
def ewidencja_ludnosci(d: Draw, rows: int) -> list[Row]:
    made = []
    for person in d.people(rows, 1999, 1930):
        surname = person.surname[:-1] + "a" if person.woman and person.surname.endswith("ki") else person.surname
        registered = d.day(person.born, date(2021, 6, 1))
        died = d.day(max(registered, date(2015, 1, 1)), date(2023, 5, 1)) if d.chance(0.08) else None
        made.append({
            "PESEL": person.born.strftime("%y%m%d") + d.key("99999"), "Nazwisko": surname, "Imię": person.given, "Nazwisko rodowe": person.second if person.woman else "", "Data urodzenia": person.born.strftime("%d.%m.%Y"), "Płeć": "K" if person.woman else "M", "Stan cywilny": d.weigh({"panna/kawaler": 4, "zamężna/żonaty": 5, "wdowa/wdowiec": 2, "rozwiedziony/a": 1}), "Obywatelstwo": d.weigh({"polskie": 95, "ukraińskie": 5}), "Miejsce urodzenia": d.skew(["Rzeszów", "Łańcut", "Tyczyn", "Lwów", "Jasło"]), "Ulica": d.skew(["ul. Kościelna", "ul. 3 Maja", "ul. Lipowa", "os. Słoneczne", "ul. Krakowska"]), "Nr domu": f"{d.whole(1, 120)}{d.some(0.2, d.pick('abc'))}", "Kod pocztowy": d.skew(["35-001", "35-210", "36-020", "37-100"]), "Data zameldowania": registered.strftime("%d.%m.%Y"), "Data zgonu": died.strftime("%d.%m.%Y") if died else "", "Wykształcenie": d.weigh({"podstawowe": 2, "zawodowe": 4, "średnie": 5, "wyższe": 3}),
        })  # fmt: skip
    return made


@table("pl", 430, ";", "cp1250")
def sklep_zamowienia(d: Draw, rows: int) -> list[Row]:
    clients = d.people(200, 2004, 1950)
    fixed = [
        (
            f"{ascii_only(person.given)}{ascii_only(person.surname)}{d.whole(1, 99)}@{d.pick(['wp.pl', 'onet.pl', 'gmail.com', 'o2.pl'])}",
            f"+48 {d.key('599 999 999')}",
            d.skew(["Warszawa", "Kraków", "Gdańsk", "Łódź", "Suwałki"]),
        )
        for person in clients
    ]
    goods = [
        ("KSI-001", "Książka kucharska"),
        ("ZAB-114", "Klocki drewniane"),
        ("AGD-220", "Czajnik elektryczny"),
        ("ODZ-093", "Kurtka zimowa"),
        ("KSI-017", "Poradnik ogrodnika"),
    ]
    made = []
    for row, client in enumerate(d.rows_of(clients, rows)):
        mail, phone, town = fixed[client.number]
        code, product = d.skew(goods)
        ordered = d.moment(date(2023, 10, 1), date(2023, 12, 20))
        made.append({
            "nr_zamowienia": f"ZAM/{row + 1:05d}/2023", "id_klienta": str(7000 + client.number * 9), "imie_nazwisko": f"{client.given} {client.surname}", "email": mail, "telefon": phone, "miasto": town, "data_zamowienia": ordered.strftime("%Y-%m-%d %H:%M"), "data_wysylki": (ordered + timedelta(hours=d.whole(5, 96))).strftime("%Y-%m-%d %H:%M"), "kod_produktu": code, "nazwa_produktu": product, "ilosc": d.weigh({"1": 8, "2": 2, "3": 1}), "kwota_brutto": comma(d.money(110, 0.6)), "platnosc": d.weigh({"BLIK": 5, "karta": 3, "pobranie": 2}), "status": d.weigh({"zrealizowane": 9, "zwrot": 1, "anulowane": 1}), "uwagi": d.remark(0.3, "proszę dzwonić przed dostawą", "zostawić u sąsiadki pod 4", "prezent - bez rachunku", "faktura na firmę", "odbiór po 16:00"),
        })  # fmt: skip
    return made


@table("sv", 280, ";")
def elevregister(d: Draw, rows: int) -> list[Row]:
    pupils, mentors = d.people(140, 2011, 2006), d.staff(6)
    number = [f"{pupil.born.strftime('%Y%m%d')}-{d.key('9999')}" for pupil in pupils]
    fixed = [
        (
            d.pick(mentors),
            d.weigh({"svenska": 75, "arabiska": 9, "somaliska": 4, "finska": 4, "bosniska": 2}),
            d.skew(["Haga", "Tynnered", "Majorna", "Hisingen"]),
            f"{d.given(woman=True)} {pupil.surname}",
            f"07{d.pick('0236')}-{d.key('999 99 99')}",
        )
        for pupil in pupils
    ]
    made = []
    for row in range(rows):
        pupil = pupils[row % 140]
        mentor, tongue, area, guardian, phone = fixed[pupil.number]
        made.append({
            "Personnummer": number[pupil.number], "Förnamn": pupil.given, "Efternamn": pupil.surname, "Kön": "Flicka" if pupil.woman else "Pojke", "Födelsedatum": pupil.born.isoformat(), "Årskurs": str(2022 - pupil.born.year - 7), "Klass": f"{2022 - pupil.born.year - 7}{'ABC'[pupil.number % 3]}", "Modersmål": tongue, "Stadsdel": area, "Mentor": mentor, "Vårdnadshavare": guardian, "Telefon": phone, "Läsår": ["2021/22", "2022/23"][row // 140], "Betyg matematik": d.weigh({"A": 1, "B": 2, "C": 4, "D": 3, "E": 4, "F": 1.5}), "Frånvaro %": comma(f"{min(60, d.random.expovariate(0.15)):.1f}"), "Åtgärdsprogram": d.share(Nej=9, Ja=1.3),
        })  # fmt: skip
    return made


@table("sv", 320, ";", "cp1252")
def tandvard_besok(d: Draw, rows: int) -> list[Row]:
    patients, dentists = d.people(150, 2016, 1938), d.staff(5, "Tandl.", "Leg. tandläkare")
    number = d.keys("P-999999", 150)
    fixed = [
        (
            d.skew(["411 04", "413 01", "418 70", "431 30", "442 31"]),
            d.skew(["lärare", "sjuksköterska", "snickare", "pensionär", "ekonom", "busschaufför", "kock"]),
        )
        for _ in patients
    ]
    made = []
    for patient in d.rows_of(patients, rows):
        code, work = fixed[patient.number]
        made.append({
            "patientnr": number[patient.number], "namn": f"{patient.given} {patient.surname}", "fodelsear": str(patient.born.year), "kon": "K" if patient.woman else "M", "yrke": work, "postnr": code, "besoksdatum": d.day(date(2023, 1, 9), date(2023, 12, 18)).strftime("%y-%m-%d"), "tid": d.clock(8, 16), "behandlare": d.skew(dentists), "diagnoskod": d.skew(["D01", "D11", "D22", "D31", "D45"]), "diagnos": "", "karies_ytor": str(int(d.random.expovariate(0.5))), "rokare": d.weigh({"ja": 2, "nej": 7, "vet ej": 1}), "patientavgift_kr": str(d.whole(30, 420) * 10), "uteblev": d.share(nej=9, ja=1),
        })  # fmt: skip
        made[-1]["diagnos"] = {
            "D01": "karies",
            "D11": "tandlossning",
            "D22": "pulpit",
            "D31": "tandfraktur",
            "D45": "utan anmärkning",
        }[made[-1]["diagnoskod"]]
    return made
