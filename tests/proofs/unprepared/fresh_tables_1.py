"""The fresh tables in English and Spanish."""

from __future__ import annotations

from datetime import date

from unprepared.fresh_kit import FRESH, after, aged, clock, code, codes, crowd, figure, lasting, post, remark, staff
from unprepared.kit import Draw, Row, table

UK = "%d/%m/%Y"
AGREE = {"Strongly agree": 18, "Agree": 38, "Neither agree nor disagree": 21, "Disagree": 16, "Strongly disagree": 7}
STREETS = ["Mayor", "San Roque", "Cervantes", "Del Olmo", "La Fuente"]


@table("en", 340, registry=FRESH)
def outpatient_appointments(d: Draw, rows: int) -> list[Row]:
    people = crowd(d, 190, 2021, 1930)
    numbers, national = codes(d, "R#######", 190), codes(d, "4## ### ####", 190)
    code_of = [d.pick(["NG", "DE", "LE"]) + code(d, "# #") + code(d, "@@") for _ in people]
    practice = lasting(d, people, {"Oakfield Surgery": 30, "The Priory Medical Centre": 25, "Dr Bhatt & Partners": 20})
    consultants = staff(d, 9, "Mr {initial} {surname}") + staff(d, 6, "Dr {given} {surname}")
    clinics = ["Ophthalmology", "Orthopaedics", "Dermatology", "ENT", "Cardiology", "Rheumatology", "Gynaecology"]
    made = []
    for p in d.rows_of(people, rows):
        seen = d.day(date(2024, 4, 1), date(2025, 3, 31))
        made.append(
            {
                "Hospital Number": numbers[p.number],
                "NHS Number": d.some(0.96, national[p.number]),
                "Forename": p.given,
                "Surname": p.surname,
                "Date of Birth": p.born.strftime(UK),
                "Sex": "Female" if p.woman else "Male",
                "Postcode": code_of[p.number],
                "Registered GP Practice": practice[p.number],
                "Clinic": d.skew(clinics),
                "Consultant": d.skew(consultants),
                "Referral Date": after(d, seen, -160, -10).strftime(UK),
                "Appointment Date": seen.strftime(UK),
                "Appointment Time": clock(d, 9, 17, 10),
                "Booking Channel": d.weigh({"Phone": 45, "e-Referral": 38, "Letter": 17}),
                "Outcome": d.weigh(
                    {"Discharged": 34, "Follow-up booked": 40, "Did not attend": 12, "Listed for surgery": 9}
                ),
                "Comments": remark(
                    d,
                    0.25,
                    "Daughter {given} to be called on the day",
                    "Needs transport, lives alone",
                    "Requested Mrs {surname} as interpreter",
                    "Rang, will be late, after {hour}:00",
                ),
            }
        )
    return made


@table("en", 420, registry=FRESH)
def library_lendings(d: Draw, rows: int) -> list[Row]:
    people = crowd(d, 170, 2016, 1938)
    members, cards = codes(d, "M######", 170), codes(d, "29417000######", 170)
    mails = [post(d, p, "btinternet.com", "gmail.com", "sky.com") for p in people]
    kind = lasting(d, people, {"Adult": 55, "Junior": 18, "Concession": 20, "Home library service": 7})
    home = lasting(d, people, {"Central": 40, "Eastgate": 22, "Millbrook": 20, "Northfield": 18})
    titles = {
        "The Salt Path": "Winn, Raynor",
        "Living with Bipolar Disorder": "Hannan, Carolyn",
        "Wolf Hall": "Mantel, Hilary",
        "The Gruffalo": "Donaldson, Julia",
        "Divorce and Separation: a Guide": "Harris, Imogen",
        "Knots and Crosses": "Rankin, Ian",
        "The Thursday Murder Club": "Osman, Richard",
        "Teach Yourself Polish": "Mazur, Nigel",
        "Circe": "Miller, Madeline",
        "Prostate Cancer: the Facts": "Mason, Malcolm",
    }
    made = []
    for p in d.rows_of(people, rows):
        lent = d.day(date(2025, 1, 3), date(2025, 6, 30))
        title = d.skew(list(titles))
        late = d.chance(0.14)
        made.append(
            {
                "member_no": members[p.number],
                "card_barcode": cards[p.number],
                "member_email": mails[p.number],
                "birth_year": str(p.born.year),
                "membership_type": kind[p.number],
                "home_branch": home[p.number],
                "title": title,
                "author": titles[title],
                "loan_date": lent.isoformat(),
                "due_date": after(d, lent, 21, 21).isoformat(),
                "return_date": d.some(0.9, after(d, lent, 22 if late else 2, 60 if late else 21).isoformat()),
                "renewals": str(d.weigh({0: 60, 1: 25, 2: 10, 3: 5})),
                "fine_gbp": figure(d, 0.2, 8, 2) if late else "0.00",
                "issued_via": d.weigh({"Self-service": 62, "Desk": 26, "App": 12}),
                "issued_by": d.skew(["jmarsden", "kholt", "tbegum", "sysauto", "rvaughan"]),
            }
        )
    return made


@table("en", 300, registry=FRESH)
def staff_survey(d: Draw, rows: int) -> list[Row]:
    keys = codes(d, "SS24-#####", rows)
    bands = {"16-24": 9, "25-34": 24, "35-44": 26, "45-54": 23, "55-64": 15, "65+": 3}
    made = []
    for n in range(rows):
        answers = {f"Q6{part}_ENG": d.weigh(AGREE | {"-9": 2}) for part in "ABCD"}
        made.append(
            {
                "RESPID": keys[n],
                "FORMVER": d.weigh({"A": 50, "B": 50}),
                "MODE": d.weigh({"WEB": 71, "PAPER": 18, "TEL": 11}),
                "IVDATE": d.day(date(2024, 9, 16), date(2024, 11, 29)).strftime("%d%b%Y").upper(),
                "Q1_AGEB": d.weigh(bands),
                "Q2_GEND": d.weigh({"1": 58, "2": 38, "3": 1, "-8": 3}),
                "Q3_ETHGRP": d.weigh({"White British": 68, "Asian": 14, "Black": 8, "Mixed": 4, "White other": 6}),
                "Q4_TENURE_YRS": d.some(0.96, str(d.whole(0, 34)), "-9"),
                "Q5_DIRECT": d.weigh({"Nursing": 40, "Estates": 12, "Medical": 18, "Corporate": 16, "Therapies": 14}),
                **answers,
                "Q7_DISAB": d.weigh({"0": 78, "1": 17, "-8": 5}),
                "Q8_BULLIED_12M": d.weigh({"Never": 74, "Once": 13, "2-5 times": 9, "More often": 4}),
                "Q9_LEAVE_INT": d.weigh({"1": 30, "2": 28, "3": 20, "4": 13, "5": 9}),
                "Q10_OPEN": remark(
                    d,
                    0.3,
                    "My manager {given} never replies to anything.",
                    "More parking please",
                    "Since {surname} took over the rota is unfair",
                    "Proud of the team on ward {day}",
                ),
            }
        )
    return made


@table("es", 310, delimiter=";", registry=FRESH)
def urgencias_hospital(d: Draw, rows: int) -> list[Row]:
    people = crowd(d, 205, 2022, 1930)
    history, cip = codes(d, "######", 205), codes(d, "BBBB@@@@########", 205)
    town = lasting(
        d, people, {"Albacete": 50, "Hellín": 14, "La Roda": 10, "Almansa": 12, "Chinchilla": 6, "Tobarra": 5}
    )
    doctors = staff(d, 12, "Dra. {surname}") + staff(d, 5, "Dr. {given} {surname}")
    seen = {
        "Dolor torácico": ("I20.9", "R07.4", "I21.4"),
        "Caída": ("S52.5", "S72.0", "S93.4"),
        "Fiebre": ("J06.9", "N39.0", "A41.9"),
        "Dolor abdominal": ("K35.8", "K59.0", "N20.0"),
        "Disnea": ("J44.1", "J18.9", "I50.9"),
        "Crisis de ansiedad": ("F41.0", "F32.9"),
    }
    made = []
    for p in d.rows_of(people, rows):
        day, why = d.day(date(2024, 1, 1), date(2024, 6, 30)), d.skew(list(seen))
        hour = d.whole(0, 22)
        made.append(
            {
                "Nº historia": history[p.number],
                "CIP": cip[p.number],
                "Apellidos": f"{p.surname} {p.second}",
                "Nombre": p.given,
                "Fecha nacimiento": p.born.strftime("%d/%m/%Y"),
                "Edad": str(aged(p.born, day)),
                "Sexo": "Mujer" if p.woman else "Hombre",
                "Municipio": town[p.number],
                "Fecha entrada": day.strftime("%d/%m/%Y"),
                "Hora entrada": clock(d, hour, hour + 1),
                "Hora triaje": clock(d, hour + 1, hour + 2),
                "Nivel triaje": d.weigh({"I": 2, "II": 13, "III": 45, "IV": 32, "V": 8}),
                "Motivo de consulta": why,
                "Diagnóstico CIE-10": d.some(0.94, d.pick(seen[why]), "SD"),
                "Médico responsable": d.skew(doctors),
                "Destino al alta": d.weigh({"Domicilio": 66, "Ingreso": 24, "Traslado": 5, "Fuga": 3, "Exitus": 1}),
            }
        )
    return made


@table("es", 240, delimiter=";", registry=FRESH)
def matriculas_alumnos(d: Draw, rows: int) -> list[Row]:
    people = crowd(d, rows, 2012, 2009)
    nia = codes(d, "10######", rows)
    made = []
    for n, p in enumerate(people):
        parents = crowd(d, 2, 1986, 1965)
        made.append(
            {
                "nia": nia[n],
                "apellido_1": p.surname,
                "apellido_2": d.some(0.95, p.second),
                "nombre": p.given,
                "fecha_nac": p.born.strftime("%d-%m-%Y"),
                "nacionalidad": d.weigh({"Española": 80, "Marroquí": 7, "Rumana": 5, "Colombiana": 4, "China": 2}),
                "curso": f"{2024 - p.born.year - 11}º ESO",
                "grupo": d.pick(["A", "B", "C", "D"]),
                "tutor_legal": f"{parents[0].given} {p.surname} {parents[0].second}",
                "telefono_contacto": code(d, "6## ### ###"),
                "correo_familia": post(d, parents[1], "gmail.com", "hotmail.es", "yahoo.es"),
                "domicilio": f"C/ {d.pick(STREETS)}, {d.whole(1, 90)}",
                "codigo_postal": d.pick(["30001", "30005", "30009", "30100", "30150"]),
                "centro_procedencia": d.weigh(
                    {"CEIP Santa Ana": 34, "CEIP El Pinar": 30, "CC La Merced": 20, "Otro": 9}
                ),
                "beca_comedor": d.weigh({"Sí": 27, "No": 73}),
                "nee": d.weigh({"": 86, "TDAH": 6, "Dislexia": 5, "TEA": 3}),
                "fecha_matricula": d.day(date(2024, 6, 20), date(2024, 9, 10)).strftime("%d-%m-%Y"),
                "via_matricula": d.weigh({"Presencial": 44, "Telemática": 56}),
            }
        )
    return made


@table("es", 430, registry=FRESH)
def pedidos_tienda_online(d: Draw, rows: int) -> list[Row]:
    people = crowd(d, 230, 2004, 1948)
    keys, mobiles = codes(d, "CL-#####", 230), codes(d, "+34 6########", 230)
    mails = [post(d, p, "gmail.com", "outlook.es", "icloud.com") for p in people]
    where = lasting(
        d, people, {"Madrid": 30, "Sevilla": 14, "Valencia": 15, "Zaragoza": 9, "Vigo": 6, "Murcia": 8, "": 3}
    )
    goods = {"Zapatillas running": 59, "Faja lumbar": 32, "Test de embarazo": 9, "Chaqueta polar": 45, "Biberón": 12}
    made = []
    for n, p in enumerate(d.rows_of(people, rows)):
        day, item, count = d.day(date(2025, 1, 2), date(2025, 5, 31)), d.skew(list(goods)), d.whole(1, 3)
        made.append(
            {
                "idPedido": str(900120 + n * 7),
                "idCliente": keys[p.number],
                "nombreCliente": f"{p.given} {p.surname}",
                "emailCliente": mails[p.number],
                "telefonoMovil": mobiles[p.number],
                "provincia": where[p.number],
                "fechaPedido": day.strftime("%d/%m/%y"),
                "horaPedido": clock(d, 7, 24),
                "fechaEntrega": after(d, day, 1, 9).strftime("%d/%m/%y"),
                "articulo": item,
                "talla": d.weigh({"S": 20, "M": 30, "L": 25, "XL": 12, "N/A": 13}),
                "unidades": str(count),
                "importeTotal": f"{goods[item] * count - 0.05:.2f}".replace(".", ","),
                "formaPago": d.weigh({"Tarjeta": 55, "Bizum": 25, "PayPal": 20}),
                "direccionIp": f"88.{d.whole(1, 30)}.{d.whole(0, 255)}.{d.whole(1, 254)}",
                "valoracion": d.weigh({"5": 30, "4": 20, "3": 8, "2": 4, "1": 3, "": 35}),
            }
        )
    return made
