"""The blind tables in Spanish, Catalan, Polish and Swedish."""

from __future__ import annotations

from datetime import date

from unprepared.blind_kit import BLIND, crowd, note, on, staff
from unprepared.kit import Draw, Row, comma, table

SLASHES, ISO = "%d/%m/%Y", "%Y-%m-%d"


@table("es", 380, delimiter=";", encoding="cp1252", registry=BLIND)
def accidentes_trabajo(d: Draw, rows: int) -> list[Row]:
    made = []
    for p in crowd(d, rows, 2003, 1960):
        day = d.day(date(2023, 1, 2), date(2023, 9, 30))
        off = on(d, day, 0, 3)
        made.append(
            {
                "IPF": d.key("99999999A"),
                "NAF": f"31{d.key('9999999999')}",
                "Ap1": p.surname.upper(),
                "Ap2": p.second.upper(),
                "Nombre": p.given.upper(),
                "Fec_nac": p.born.strftime(SLASHES),
                "Sexo": "2" if p.woman else "1",
                "CNO": d.skew(["9601", "7121", "8432", "5110", "9210", "7131", "5611", "8122"]),
                "CNAE": d.skew(["4121", "4711", "1013", "5610", "8121", "4941", "2512"]),
                "Antig_meses": str(int(float(d.money(22, 1.1)))),
                "F_accidente": day.strftime(SLASHES),
                "Hora_jornada": str(d.whole(1, 9)),
                "F_baja": off.strftime(SLASHES),
                "F_alta": d.some(0.85, on(d, off, 4, 90).strftime(SLASHES)),
                "Grado_lesion": d.weigh({"1": 92, "2": 6, "4": 2}),
                "Parte_cuerpo": d.skew(["54", "62", "31", "53", "41", "11", "64"]),
                "Forma_contacto": d.skew(["71", "31", "44", "51", "63", "12"]),
                "Base_reg": comma(d.money(61.4, 0.3)),
                "Recaida": d.weigh({"N": 93, "S": 7}),
                "Via_pres": d.weigh({"E": 80, "R": 20}),
                "Mutua": d.weigh({"061": 40, "010": 32, "151": 28}),
            }
        )
    return made


@table("ca", 190, registry=BLIND)
def casal_estiu(d: Draw, rows: int) -> list[Row]:
    leaders, made = staff(d, 7, "{given}"), []
    for n, p in enumerate(crowd(d, rows, 2018, 2011)):
        parent = crowd(d, 1, 1995, 1970)[0]
        made.append(
            {
                "num_inscripcio": f"CE24-{n + 1:03d}",
                "infant_cognoms": f"{p.surname} {parent.surname}",
                "infant_nom": p.given,
                "any_naix": str(p.born.year),
                "escola_origen": d.skew(["Pau Vila", "El Roser", "Sant Jordi", "La Mitjana", "Els Pinetons"]),
                "torn": d.weigh({"1a quinzena": 40, "2a quinzena": 36, "tot juliol": 24}),
                "al_lergies": d.weigh({"cap": 80, "fruits secs": 8, "ou": 6, "llet": 6}),
                "nee": d.weigh({"no": 90, "sí": 10}),
                "tutor_legal": f"{parent.given} {p.surname}",
                "mobil_tutor": d.key("6") + d.key("99999999"),
                "bonificacio": d.weigh({"0%": 68, "25%": 18, "50%": 14}),
                "import_pagat": comma(d.money(148, 0.3)),
                "sap_nedar": d.weigh({"sí": 62, "una mica": 25, "no": 13}),
                "talla_samarreta": d.weigh({"6": 22, "8": 30, "10": 28, "12": 20}),
                "menu": d.weigh({"normal": 80, "sense porc": 12, "vegetarià": 8}),
                "drets_imatge": d.weigh({"sí": 82, "no": 18}),
                "data_inscripcio": d.day(date(2024, 4, 15), date(2024, 5, 31)).strftime(SLASHES),
                "forma_pagament": d.weigh({"targeta": 64, "transferència": 36}),
                "monitor_referent": d.skew(leaders),
            }
        )
    return made


@table("pl", 420, delimiter=";", encoding="cp1250", registry=BLIND)
def poradnia(d: Draw, rows: int) -> list[Row]:
    people, therapists, made = crowd(d, 140, 2004, 1950), staff(d, 6, "mgr {given} {surname}"), []
    referrers = staff(d, 12, "lek. {surname}")
    facts = [
        (
            f"P/{d.key('9999')}",
            f"{p.born:%y%m%d}{d.key('99999')}",
            d.skew(["Łomża", "Piątnica", "Śniadowo", "Zbójna", "Jedwabne"]),
            d.skew(["kierowca", "nauczyciel", "rolnik", "kasjer", "uczeń", "emeryt", "spawacz", "księgowa"]),
            d.skew(["F41.1", "F32.0", "F43.2", "F60.3", "F10.2", "F33.1"]),
            on(d, date(2022, 9, 1), 0, 400),
        )
        for p in people
    ]
    seen = [0] * len(people)
    for p in d.rows_of(people, rows):
        card, number, town, work, finding, sent = facts[p.number]
        seen[p.number] += 1
        made.append(
            {
                "nr_karty": card,
                "pesel": number,
                "pacjent": f"{p.surname} {p.given}",
                "data_ur": p.born.strftime(ISO),
                "plec": "K" if p.woman else "M",
                "gmina": town,
                "wykonywany_zawod": work,
                "data_skierowania": sent.strftime(ISO),
                "data_wizyty": on(d, sent, 14, 200).strftime(ISO),
                "rozpoznanie": finding,
                "gaf": str(5 * d.whole(7, 18)),
                "forma_terapii": d.weigh({"indywidualna": 60, "grupowa": 25, "par": 15}),
                "ktora_wizyta": str(seen[p.number]),
                "terapeuta": d.skew(therapists),
                "skierowal": d.skew(referrers),
                "rodzaj_wizyty": d.weigh({"stacjonarna": 74, "teleporada": 26}),
                "platnik": d.weigh({"NFZ": 82, "prywatnie": 18}),
                "uwagi_terapeuty": note(
                    d, 0.5, "mąż {given} pije od {n} lat", "nie przyszła, tel. {phone}", "PTSD po {n} r."
                ),
            }
        )
    return made


@table("sv", 300, delimiter=";", registry=BLIND)
def hemtjanst(d: Draw, rows: int) -> list[Row]:
    people, officers, made = crowd(d, 190, 1952, 1926), staff(d, 6, "{given} {surname}"), []
    numbers = [f"{p.born:%Y%m%d}-{d.key('9999')}" for p in people]
    areas = [d.skew(["Öster", "Norra", "Centrum", "Skogslyckan"]) for _ in people]
    married = [d.weigh({"änka/änkling": 48, "gift": 34, "ogift": 10, "skild": 8}) for _ in people]
    for p in d.rows_of(people, rows):
        decided = d.day(date(2022, 1, 10), date(2023, 6, 20))
        start = on(d, decided, 0, 21)
        kin = crowd(d, 1, 1990, 1950)[0]
        made.append(
            {
                "Personnr": numbers[p.number],
                "Brukare": f"{p.given} {p.surname}",
                "Kön": "K" if p.woman else "M",
                "Civilstånd": married[p.number],
                "Område": areas[p.number],
                "Boendeform": d.weigh({"lägenhet": 64, "villa": 26, "trygghetsboende": 10}),
                "Beslut": decided.strftime(ISO),
                "Fr.o.m.": start.strftime(ISO),
                "T.o.m.": on(d, start, 90, 365).strftime(ISO),
                "Insats": d.skew(["Personlig omvårdnad", "Städning", "Matdistribution", "Dusch", "Promenad", "Tvätt"]),
                "Tim/mån": comma(d.normal(22, 12, 1, 1)),
                "Avgift (kr)": str(d.whole(0, 2359)),
                "ADL-steg": d.weigh({"0": 12, "1": 20, "2": 24, "3": 20, "4": 14, "5": 10}),
                "Trygghetslarm": d.weigh({"Ja": 62, "Nej": 38}),
                "Närstående": d.some(0.8, f"{kin.given} ({d.pick(['dotter', 'son', 'granne'])})"),
                "Tfn närst.": d.key("070-999 99 99"),
                "Bist.handl.": d.skew(officers),
                "Ansökan inkom via": d.weigh({"Telefon": 60, "E-tjänst": 25, "Vårdplanering": 15}),
            }
        )
    return made
