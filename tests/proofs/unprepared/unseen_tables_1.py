"""The unseen tables in English and Spanish."""

from __future__ import annotations

from datetime import date

from unprepared.kit import Draw, Row, comma, table
from unprepared.unseen_kit import UNSEEN, age_on, crowd, days_on, free_text, later, staff

US, DASHES = "%m/%d/%Y", "%d-%m-%Y"


@table("en", 420, registry=UNSEEN)
def ambulance_runs(d: Draw, rows: int) -> list[Row]:
    medics = staff(d, 9, "{surname}, {given}")
    streets = ["Cedar Ridge Rd", "Old Mill Ln", "W 14th St", "Magnolia Blvd", "County Rd 210", "Harbor View Dr"]
    made = []
    for n, p in enumerate(crowd(d, rows, 2016, 1928)):
        start = d.moment(date(2023, 1, 1), date(2023, 12, 30))
        scene = later(d, start, 3, 22)
        made.append(
            {
                "PCR No": f"23-{10450 + 3 * n:06d}",
                "Call Sign": d.weigh({"M41": 5, "M42": 4, "A17": 3, "R9": 2}),
                "Patient Full Name": f"{p.given} {p.surname}",
                "Pt DOB": p.born.strftime(US),
                "Pt Age (yrs)": str(age_on(p.born, start.date())),
                "Gender": "F" if p.woman else "M",
                "Home Zip": d.skew(["37040", "37042", "37043", "37191", "42223", "37010", "37052", "37079"]),
                "Pick-up Address": f"{d.whole(100, 4999)} {d.pick(streets)}",
                "Dispatched At": start.strftime("%m/%d/%Y %H:%M"),
                "On Scene At": scene.strftime("%m/%d/%Y %H:%M"),
                "At Hospital At": d.some(0.8, later(d, scene, 15, 80).strftime("%m/%d/%Y %H:%M")),
                "Primary Impression": d.skew(
                    [
                        "Fall injury",
                        "Chest pain",
                        "Respiratory distress",
                        "Altered mental status",
                        "Seizure",
                        "Overdose - opioid",
                        "Allergic reaction",
                        "Abdominal pain",
                        "Stroke/CVA",
                        "Psychiatric crisis",
                    ]
                ),
                "GCS Total": d.weigh({"15": 70, "14": 14, "13": 6, "11": 4, "9": 3, "3": 3}),
                "Disposition": d.weigh(
                    {"Treated and transported": 64, "Refused care": 18, "Treated, released": 13, "Dead on scene": 5}
                ),
                "Lead Paramedic": d.skew(medics),
                "Narrative": free_text(
                    d,
                    0.9,
                    "Pt found supine, daughter {given} on scene, states fall approx {number} min prior",
                    "Responded emergent, neighbor {given} {surname} called 911. Vitals q{number}",
                    "Pt c/o pain {number} hrs, took own meds, denies LOC",
                    "Delayed {number} min by train crossing",
                ),
                "Record Version": d.weigh({"3.4": 60, "3.5": 40}),
            }
        )
    return made


@table("en", 520, registry=UNSEEN)
def sixth_form_attendance(d: Draw, rows: int) -> list[Row]:
    people, clerks = crowd(d, 65, 2007, 2006), staff(d, 4, "{initial}{surname}")
    upn = d.keys("A999999999999", 65)
    facts = [
        {
            "reg_group": d.pick(["12A/Hi", "12B/Mo", "13A/Pe", "13B/Wa"]),
            "fsm_eligible": d.weigh({"N": 78, "Y": 22}),
            "sen_code": d.weigh({"N": 80, "K": 14, "E": 6}),
            "first_lang": d.weigh({"ENG": 70, "POL": 10, "URD": 10, "SOM": 6, "TUR": 4}),
        }
        for _ in people
    ]
    marks = {"/": 80, "L": 7, "O": 5, "M": 4, "I": 4}
    made = []
    for p in d.rows_of(people, rows):
        fact, am = facts[p.number], d.weigh(marks)
        made.append(
            {
                "upn": upn[p.number],
                "legal_name": f"{p.surname.upper()} {p.given}",
                "reg_group": fact["reg_group"],
                "yr": fact["reg_group"][:2],
                "fsm_eligible": fact["fsm_eligible"],
                "sen_code": fact["sen_code"],
                "first_lang": fact["first_lang"],
                "session_date": d.day(date(2024, 1, 8), date(2024, 3, 22)).strftime("%d/%m/%y"),
                "am_mark": am,
                "pm_mark": d.weigh({"\\": 80, "L": 6, "O": 6, "M": 4, "I": 4}),
                "minutes_late": str(d.whole(2, 45)) if am == "L" else "0",
                "entered_by": d.skew(clerks),
                "capture_method": d.weigh({"tablet": 60, "paper": 25, "kiosk": 15}),
            }
        )
    return made


@table("en", 260, registry=UNSEEN)
def benefits_enrollment(d: Draw, rows: int) -> list[Row]:
    numbers = d.keys("E0099999", rows)
    jobs = [
        "Forklift Operator",
        "Buyer II",
        "Sr Accountant",
        "Machinist",
        "HR Generalist",
        "Maintenance Tech",
        "Receptionist",
        "Plant Manager",
        "Quality Inspector",
        "Truck Driver",
    ]
    made = []
    for n, p in enumerate(crowd(d, rows, 2002, 1957)):
        heir = crowd(d, 1)[0]
        made.append(
            {
                "EE ID": numbers[n],
                "SSN": d.key("999-99-9999"),
                "Last, First": f"{p.surname}, {p.given}",
                "Hire Dt": d.day(date(2001, 1, 2), date(2023, 10, 1)).strftime(US),
                "Job Title": d.skew(jobs),
                "Work State": d.weigh({"OH": 60, "KY": 25, "IN": 12, "WV": 3}),
                "Marital Status": d.weigh({"M": 52, "S": 33, "D": 12, "W": 3}),
                "# Dependents": str(d.weigh({0: 40, 1: 22, 2: 22, 3: 10, 4: 4, 6: 2})),
                "Smoker": d.weigh({"N": 82, "Y": 18}),
                "Medical Plan": d.weigh({"HDHP": 40, "PPO Gold": 30, "PPO Silver": 22, "Waived": 8}),
                "Annual Base ($)": f"{int(d.money(52000, 0.35, 0)):,}",
                "401k %": d.weigh({"0": 20, "3": 25, "5": 22, "6": 18, "10": 10, "15": 5}),
                "Beneficiary": f"{heir.given} {p.surname}",
                "Elected Via": d.weigh({"Self-service": 70, "HR rep": 22, "Phone": 8}),
                "Pay Cycle": d.weigh({"Biweekly": 80, "Semi-monthly": 20}),
            }
        )
    return made


@table("es", 430, delimiter=";", registry=UNSEEN)
def prestamos_biblioteca(d: Draw, rows: int) -> list[Row]:
    people, cards = crowd(d, 140, 2014, 1945), d.keys("0004999999", 140)
    homes = [d.skew(["Las Norias", "Casco Antiguo", "Ensanche Sur", "La Estación", "El Pilar"]) for _ in people]
    desk = staff(d, 5)
    made = []
    for p in d.rows_of(people, rows):
        out = d.day(date(2023, 1, 9), date(2023, 11, 30))
        back = days_on(d, out, 1, 40)
        age = age_on(p.born, out)
        made.append(
            {
                "N.º de carné": cards[p.number],
                "Lector": f"{p.given} {p.surname} {p.second}",
                "Año de nacimiento": str(p.born.year),
                "Sección de edad": "Infantil" if age < 14 else "Juvenil" if age < 18 else "Adultos",
                "Barrio": homes[p.number],
                "Fecha de préstamo": out.strftime("%d/%m/%Y"),
                "Vence el": days_on(d, out, 21, 21).strftime("%d/%m/%Y"),
                "Devuelto el": d.some(0.95, back.strftime("%d/%m/%Y")),
                "Materia": d.skew(
                    [
                        "Novela negra",
                        "Cómic",
                        "Historia local",
                        "Autoayuda",
                        "Cocina",
                        "Embarazo y crianza",
                        "Poesía",
                        "Oposiciones",
                    ]
                ),
                "Signatura": f"{d.pick(['N', 'C', 'P', '94', '64', '15'])} {d.pick(['ALL', 'GAR', 'PER', 'RUI', 'TOL', 'VAR'])} "
                f"{d.pick(['abc', 'cas', 'hij', 'luz', 'mar', 'sol'])}",
                "Prórrogas": d.weigh({"0": 70, "1": 20, "2": 10}),
                "Sanción (días)": str(max(0, (back - out).days - 21)),
                "Soporte": d.weigh({"Libro": 72, "DVD": 18, "Revista": 10}),
                "Atendido por": d.skew(desk),
            }
        )
    return made


@table("es", 300, delimiter=";", encoding="cp1252", registry=UNSEEN)
def partes_hogar(d: Draw, rows: int) -> list[Row]:
    experts = staff(d, 7, "{initial}. {surname}")
    made = []
    for n, p in enumerate(crowd(d, rows, 2000, 1940)):
        day = d.day(date(2022, 1, 3), date(2023, 10, 20))
        opened = days_on(d, day, 0, 9)
        done = d.chance(0.85)
        made.append(
            {
                "nparte": f"H22{500013 + 7 * n}",
                "npoliza": d.key("041-9999999"),
                "tomador": f"{p.surname} {p.second}, {p.given}",
                "nif_tomador": d.key("99999999") + d.pick("TRWAGMYFPDXBNJZSQVHLCKE"),
                "movil": d.key("6" + "99999999"),
                "direccion_riesgo": f"{d.pick(['C/', 'Avda.', 'Pza.'])} {d.pick(['Olmo', 'Real', 'Cervantes', 'del Mar', 'Mayor'])} "
                f"{d.whole(1, 90)}, {d.whole(1, 8)}º {d.pick('ABCD')}",
                "cp": d.skew(["46015", "46019", "46100", "46910", "46470", "46025"]),
                "tipo_vivienda": d.weigh({"piso": 70, "adosado": 15, "unifamiliar": 10, "ático": 5}),
                "m2": str(int(float(d.normal(92, 28, 0, 35)))),
                "f_ocurrencia": day.strftime("%d/%m/%y"),
                "f_apertura": opened.strftime("%d/%m/%y"),
                "f_cierre": days_on(d, opened, 6, 160).strftime("%d/%m/%y") if done else "",
                "causa": d.skew(
                    ["agua", "rotura de cristales", "robo", "incendio", "fenómeno atmosférico", "eléctrico"]
                ),
                "perito": d.skew(experts),
                "indemnizacion": comma(d.money(480, 0.8)) if done else "0",
                "franquicia": d.weigh({"0": 60, "150": 30, "300": 10}),
                "estado": "cerrado" if done else d.pick(["abierto", "recurrido"]),
                "canal_entrada": d.weigh({"web": 40, "telefono": 45, "mediador": 15}),
                "descripcion_hechos": free_text(
                    d,
                    0.95,
                    "Fuga en bajante, afecta al vecino {given} {surname} del piso inferior",
                    "Rotura de la luna del salón por golpe de viento hace {number} días",
                    "Robo con fuerza, denuncia presentada, faltan {number} objetos",
                    "Llamar a {given} al {phone} para concertar visita",
                ),
            }
        )
    return made


@table("es", 600, delimiter=";", registry=UNSEEN)
def encuesta_condiciones(d: Draw, rows: int) -> list[Row]:
    made, team = [], d.keys("E99", 12)
    for n, p in enumerate(crowd(d, rows, 2005, 1932)):
        day = d.day(date(2024, 2, 1), date(2024, 4, 30))
        made.append(
            {
                "IDCUES": f"{700001 + n}",
                "NENTREV": d.skew(team),
                "FECHA_ENT": day.strftime("%Y%m%d"),
                "CCAA": f"{d.skew([1, 9, 13, 10, 16, 7, 12, 14]):02d}",
                "TAMMUNI": d.weigh({"1": 10, "2": 15, "3": 25, "4": 28, "5": 22}),
                "P1": "2" if p.woman else "1",
                "P2_EDAD": str(age_on(p.born, day)),
                "P5_ESTUDIOS": d.weigh({"1": 6, "2": 18, "3": 22, "4": 24, "5": 26, "9": 4}),
                "P6_SITLAB": d.weigh({"1": 48, "2": 12, "3": 22, "4": 8, "5": 6, "6": 4}),
                "P8_HIJOS": d.weigh({"0": 32, "1": 22, "2": 32, "3": 10, "4": 3, "5": 1}),
                "P11_SATVIDA": d.weigh({"10": 10, "9": 14, "8": 26, "7": 20, "6": 10, "5": 10, "3": 6, "98": 4}),
                "P14_CONFIANZA": d.weigh({"1": 8, "2": 30, "3": 38, "4": 18, "8": 6}),
                "P17_RECUERDO": d.weigh({"1": 26, "2": 24, "3": 12, "4": 9, "95": 3, "97": 12, "98": 14}),
                "P20_RELIG": d.weigh({"1": 20, "2": 36, "3": 3, "4": 13, "5": 12, "6": 15, "9": 1}),
                "P22_INGRESOS": d.weigh({"1": 5, "2": 10, "3": 18, "4": 22, "5": 15, "6": 8, "99": 22}),
                "PESO_MUESTRAL": comma(d.normal(1, 0.25, 4, 0.3)),
                "LENGUA_CUEST": d.weigh({"1": 80, "2": 12, "3": 8}),
            }
        )
    return made
