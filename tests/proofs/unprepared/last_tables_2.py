"""The last tables in Spanish and Catalan."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

from unprepared.kit import Draw, Row, comma, table
from unprepared.last_kit import LAST, facts, folk, later, minutes, team, years

D = "%d/%m/%Y"


@table("es", 500, delimiter=";", registry=LAST)
def epa_microdatos(d: Draw, rows: int) -> list[Row]:
    made: list[Row] = []
    home = 0
    while len(made) < rows:
        home += 1
        land, province = d.skew([("13", "28"), ("09", "08"), ("01", "41"), ("10", "46"), ("16", "48"), ("12", "15")])
        for person in range(1, d.weigh({1: 26, 2: 32, 3: 22, 4: 20}) + 1):
            age = d.pick([20, 25, 30, 35, 40, 45, 50, 55, 60, 65]) if person < 3 else d.pick([0, 5, 10, 16, 20])
            adult, foreign = age >= 16, d.chance(0.13)
            work = adult and age < 65 and d.chance(0.62)
            made.append(
                {
                    "CICLO": "206",
                    "CCAA": land,
                    "PROV": province,
                    "NVIVI": f"{home:05d}",
                    "NPERS": f"{person:02d}",
                    "EDAD5": f"{age:02d}",
                    "RELPP1": "1" if person == 1 else "2" if person == 2 else "3",
                    "SEXO1": d.pick("16"),
                    "ECIV1": d.weigh({"1": 36, "2": 50, "3": 6, "4": 8}) if adult else "1",
                    "NAC1": "3" if foreign else d.weigh({"1": 97, "2": 3}),
                    "ANORE1": f"{d.whole(0, 38):02d}" if foreign else "",
                    "NFORMA": d.weigh({"AN": 2, "P1": 5, "P2": 10, "S1": 28, "SG": 14, "SP": 9, "SU": 32})
                    if adult
                    else "",
                    "AOI": d.weigh({"03": 6, "04": 94}) if work else d.weigh({"05": 6, "06": 18, "07": 10, "08": 30}),
                    "OCUP1": d.weigh({str(each): 10 - each for each in range(10)}) if work else "",
                    "ACT1": d.weigh({"0": 4, "1": 5, "4": 6, "5": 28, "7": 11, "8": 26, "9": 8}) if work else "",
                    "DUCON1": d.some(0.85, d.weigh({"1": 80, "6": 20})) if work else "",
                    "HORASH": d.weigh({"4000": 48, "3730": 14, "2000": 12, "3500": 10, "4500": 6, "9999": 3})
                    if work
                    else "",
                    "ITBU": "" if work or not adult else d.some(0.3, d.weigh({"01": 20, "03": 25, "05": 25, "07": 14})),
                    "DCOM": str(d.whole(0, 420)) if work else "",
                    "FACTOREL": comma(d.money(310, 0.5)),
                }
            )
    return made[:rows]


@table("es", 240, delimiter=";", encoding="cp1252", registry=LAST)
def nominas(d: Draw, rows: int) -> list[Row]:
    people, dni = folk(d, 48, 1999, 1962), d.keys("99.999.999-A", 48)
    iban = d.keys("ES99 2100 9999 9999 9999 9999", 48)
    post = facts(d, people, {"Aux. administrativo": 24, "Oficial 1ª": 20, "Peón": 18, "Técnico/a": 16, "Comercial": 12})
    site = facts(d, people, {"Nave Polígono Norte": 44, "Oficina central": 32, "Tienda Arrabal": 24})
    joined = [d.day(date(1998, 1, 7), date(2023, 12, 1)).strftime("%d-%m-%y") for _ in people]
    deal = facts(d, people, {"Indefinido": 66, "Temporal": 18, "Fijo discontinuo": 10, "Formación": 6})
    pay = [1180 + 10 * d.whole(0, 140) for _ in people]
    tax = [d.whole(2, 24) for _ in people]
    months, made = ["ene-24", "feb-24", "mar-24", "abr-24", "may-24"], []
    for turn in range(rows):
        p, extra = people[turn % 48], d.pick([0, 0, 0, 45.5, 91, 136.5, 182])
        gross = pay[p.number] + extra
        made.append(
            {
                "Cód. emp.": f"{p.number * 3 + 17:04d}",
                "Trabajador/a": f"{p.surname} {p.second}, {p.given}".upper(),
                "N.I.F.": dni[p.number],
                "IBAN": iban[p.number],
                "Categoría": post[p.number],
                "Centro de trabajo": site[p.number],
                "Antigüedad": joined[p.number],
                "Tipo contrato": deal[p.number],
                "Mes": months[turn // 48],
                "Salario base": comma(f"{pay[p.number]:.2f}"),
                "Horas extra": comma(f"{extra:.2f}"),
                "% IRPF": comma(f"{tax[p.number]}.00"),
                "Líquido": comma(f"{gross * (0.935 - tax[p.number] / 100):.2f}"),
                "Días IT": d.weigh({"": 84, "1": 3, "3": 5, "7": 4, "15": 2, "30": 2}),
            }
        )
    return made


@table("es", 520, registry=LAST)
def laboratorio_resultados(d: Draw, rows: int) -> list[Row]:
    people, nhc = folk(d, 92, 2015, 1931), d.keys("999999", 92)
    doctors = team(d, 9, "Dra. {surname}") + team(d, 6, "Dr. {surname}")
    tests = {
        "Glucosa": ("mg/dL", 104, 28, 110, "Suero"),
        "Creatinina": ("mg/dL", 1, 0.3, 1.2, "Suero"),
        "Colesterol total": ("mg/dL", 196, 38, 220, "Suero"),
        "Hemoglobina": ("g/dL", 13.6, 1.6, 17, "Sangre total"),
        "TSH": ("µUI/mL", 2.4, 1.6, 4.8, "Suero"),
        "HbA1c": ("%", 6, 1.1, 6.5, "Sangre total"),
    }
    words = {"Urocultivo": "Orina", "Ac. VIH": "Suero", "Sangre oculta": "Heces", "Ag. Hepatitis B": "Suero"}
    notes = ["Muestra hemolizada", "Repetir en ayunas", "Se avisa por teléfono a la hija", "Valor crítico comunicado"]
    notes += ["Confirmado en segunda muestra", "Control en tres meses", "Avisada enfermera Puri (planta 4)"]
    requests, made = [], []
    for p in d.rows_of(people, rows // 4):
        day = d.day(date(2023, 9, 4), date(2024, 2, 28))
        requests.append((p, datetime.combine(day, time(d.whole(7, 11), d.whole(0, 59)))))
    for number in range(rows):
        p, taken = requests[number // 4]
        test = d.skew([*tests, *words])
        if test in tests:
            unit, mean, spread, most, sample = tests[test]
            result = d.normal(mean, spread, 2 if mean < 5 else 1)
            flag = "*" if float(result) > most else ""
            result = d.some(0.97, comma(result), "<0,5")
        else:
            unit, sample, result = "", words[test], d.weigh({"Negativo": 84, "Positivo": 12, "Indeterminado": 4})
            flag = "*" if result == "Positivo" else ""
        made.append(
            {
                "num_peticion": f"23{70411 + number // 4}",
                "nhc": nhc[p.number],
                "paciente": f"{p.given} {p.surname} {p.second}",
                "fec_nac": p.born.strftime(D),
                "sexo": "M" if p.woman else "H",
                "medico": doctors[p.number % 15],
                "fec_extraccion": taken.strftime(f"{D} %H:%M"),
                "fec_validacion": (taken + timedelta(minutes=d.whole(90, 4300))).strftime(f"{D} %H:%M"),
                "prueba": test,
                "resultado": result,
                "unidad": unit,
                "flag": flag,
                "tipo_muestra": sample,
                "comentario": d.remark(0.18, *notes),
            }
        )
    return made


@table("ca", 72, delimiter=";", registry=LAST)
def sollicitants_habitatge(d: Draw, rows: int) -> list[Row]:
    lands = {"Espanya": 66, "Marroc": 14, "Romania": 4, "Colòmbia": 5, "Hondures": 4, "Pakistan": 4, "Ucraïna": 3}
    streets = ["C. de la Font", "Av. Onze de Setembre", "Ptge. Mistral", "C. Verge del Carme", "Rda. Sant Pere"]
    towns = ["Terrassa", "Rubí", "Viladecavalls", "Matadepera", "Castellar del Vallès", "Ullastrell"]
    home = {"Lloguer": 52, "Cedit per familiars": 18, "Habitació rellogada": 20, "Propietat": 3, "Sense llar": 5}
    civil = {"Solter/a": 40, "Casat/da": 30, "Separat/da": 14, "Vidu/vídua": 8, "Parella de fet": 8}
    made, dni = [], d.keys("99999999A", rows)
    for p in folk(d, rows, 2005, 1944):
        asked = d.day(date(2021, 1, 11), date(2023, 10, 31))
        state = d.weigh({"Admesa": 58, "Denegada": 20, "En tràmit": 22})
        made.append(
            {
                "num_registre": f"RSH-{p.number * 13 + 204:05d}",
                "cognoms_nom": f"{p.surname} {p.second}, {p.given}",
                "dni_nie": dni[p.number] if d.chance(0.75) else d.key("X9999999A"),
                "data_naixement": p.born.strftime(D),
                "nacionalitat": d.weigh(lands),
                "estat_civil": d.weigh(civil),
                "municipi": d.skew(towns),
                "adreça": f"{d.pick(streets)}, {d.whole(1, 160)}, {d.whole(1, 6)}r {d.whole(1, 4)}a",
                "telefon_1": d.key("699999999"),
                "membres_unitat": d.weigh({"1": 28, "2": 26, "3": 20, "4": 16, "5": 7, "6": 3}),
                "grau_discapacitat": d.weigh({"": 82, "33": 8, "45": 4, "65": 5, "75": 1}),
                "ingressos_anuals": comma(d.money(13400, 0.45)),
                "règim_tinença": d.weigh(home),
                "data_sol·licitud": asked.strftime(D),
                "data_resolució": "" if state == "En tràmit" else later(d, asked, 30, 210).strftime(D),
                "estat_exp": state,
            }
        )
    return made


@table("ca", 300, registry=LAST)
def salut_mental_visites(d: Draw, rows: int) -> list[Row]:
    people = folk(d, 84, 2005, 1940)
    cip = [f"{p.surname[:2]}{p.second[:2]}{p.woman:d}{p.born:%y%m%d}{d.key('999')}".upper() for p in people]
    work = facts(d, people, {"Ocupat": 34, "Aturada": 18, "Baixa laboral": 16, "Pensionista": 20, "Estudiant": 10})
    lives = facts(d, people, {"Sol/a": 26, "Amb la parella": 28, "Amb els pares": 24, "Amb fills": 12, "Residència": 6})
    area = facts(d, people, {"Manresa 1": 28, "Manresa 2": 24, "Berga": 18, "Navarcles": 14, "Súria": 10, "Cardona": 4})
    dx = facts(d, people, {"F32.1": 20, "F41.1": 18, "F20.0": 10, "F31.9": 8, "F60.3": 10, "F43.2": 16, "F10.2": 8})
    staff = team(d, 5, "{initial}. {surname} (psiq.)") + team(d, 4, "{given} {surname} (inf.)")
    notes = [
        "Refereix millora del son",
        "Discuteix sovint amb la mare, la Pilar",
        "No pren la medicació els caps de setmana",
    ]
    notes += ["Ha reprès la feina a l'escola", "Ve acompanyat del germà", "Demana canvi de dia", "Plor fàcil"]
    notes += ["Es parla d'alta al juny", "Separació recent", "Truca la treballadora social de l'Ajuntament"]
    made = []
    for p in d.rows_of(people, rows):
        day, start, n = d.day(date(2023, 1, 9), date(2023, 12, 20)), 5 * d.whole(96, 216), p.number
        made.append(
            {
                "CIP": cip[n],
                "Nom": p.given,
                "1r Cognom": p.surname,
                "Edat": str(years(p.born, day)),
                "Gènere": "Dona" if p.woman else "Home",
                "Situació laboral": work[n],
                "Convivència": lives[n],
                "ABS": area[n],
                "Data visita": day.strftime("%d-%m-%Y"),
                "Hora inici": minutes(start),
                "Hora fi": minutes(start + d.pick([20, 25, 30, 40, 45, 55])),
                "Tipus de visita": d.weigh({"Seguiment": 68, "Primera visita": 14, "Telefònica": 13, "Urgent": 5}),
                "Professional": staff[n % 9],
                "Dx principal": dx[n],
                "GAF": str(d.whole(31, 85)),
                "Risc suïcida": d.weigh({"Nul": 64, "Baix": 22, "Moderat": 10, "Alt": 4}),
                "Seguiment": d.remark(0.8, *notes),
            }
        )
    return made


@table("ca", 400, registry=LAST)
def vacunacions(d: Draw, rows: int) -> list[Row]:
    people, keys = folk(d, 190, 2021, 1930), d.keys("xxxxxxxxxxxxxxxx", 190)
    risk = facts(d, people, {"": 58, "CRÒNIC": 20, "EMBARÀS": 4, "SANITARI": 8, "IMMUNOSUPRIMIT": 4, "RESIDÈNCIA": 6})
    land = facts(d, people, {"ESPANYA": 78, "MARROC": 8, "ROMANIA": 3, "EQUADOR": 4, "FRANÇA": 2, "XINA": 2})
    site = facts(d, people, {"CAP BORDETA": 30, "CAP BALÀFIA": 24, "CAP CAPPONT": 20, "HOSPITAL ARNAU": 14})
    given = {"GRIP": 40, "COVID-19": 30, "TETANUS-DIFTÈRIA": 12, "PNEUMOCOC 23V": 8, "HEPATITIS B": 6, "VPH": 4}
    lots, nurses = {name: d.keys("AA9999", 3) for name in given}, d.keys("INF9999", 12)
    harm = {"CAP": 82, "DOLOR LOCAL": 11, "FEBRE": 5, "URTICÀRIA": 1, "SÍNCOPE": 1}
    made = []
    for p in d.rows_of(people, rows):
        name = d.weigh(given)
        made.append(
            {
                "ID_USUARI": keys[p.number],
                "DATA_NAIX": p.born.strftime("%Y%m%d"),
                "SEXE": "D" if p.woman else "H",
                "GRUP_RISC": "" if risk[p.number] == "EMBARÀS" and not p.woman else risk[p.number],
                "PAIS_NAIX": land[p.number],
                "CENTRE_ADM": site[p.number],
                "VACUNA": name,
                "DOSI": d.weigh({"1": 44, "2": 26, "3": 16, "REC": 14}),
                "LOT": d.skew(lots[name]),
                "DATA_ADM": d.day(date(2022, 9, 26), date(2023, 3, 31)).strftime("%Y%m%d"),
                "VIA_ADM": d.weigh({"IM": 88, "SC": 12}),
                "INFERMERA": d.skew(nurses),
                "REACCIO": d.weigh(harm),
                "ESTAT_REG": d.weigh({"V": 95, "M": 5}),
            }
        )
    return made
