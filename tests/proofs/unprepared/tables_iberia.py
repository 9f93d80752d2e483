"""Tables of Spain, Catalonia and Portugal."""

from __future__ import annotations

from datetime import date, timedelta

from unprepared.kit import Draw, Row, ascii_only, comma, table


def dni(d: Draw) -> str:
    number = d.whole(10_000_000, 79_999_999)
    return f"{number}{'TRWAGMYFPDXBNJZSQVHLCKE'[number % 23]}"


@table("es", 460, ";", "cp1252")
def siglac_altas(d: Draw, rows: int) -> list[Row]:
    people = d.people(350, 2013, 1925)
    history, cip = d.keys("999999", 350), d.keys("AAAA9999999999", 350)
    fixed = [(d.skew(["28079", "28006", "28092", "28058", "45081"]), d.weigh({"1": 9, "2": 1})) for _ in people]
    made = []
    for person in d.rows_of(people, rows):
        entry = d.day(date(2014, 1, 1), date(2014, 12, 15))
        left = d.after(entry, 5, 80)
        operated = d.chance(0.4)
        town, regime = fixed[person.number]
        made.append({
            "CIP": cip[person.number], "HISTORIA": history[person.number], "FECNAC": person.born.strftime("%d%m%Y"), "SEXO": "2" if person.woman else "1", "RESIDENCIA": town, "REGFIN": regime, "FECING": entry.strftime("%d%m%Y"), "TIPING": d.weigh({"1": 7, "2": 4}), "SERVICIO": d.skew(["MIR", "CGE", "TRA", "GIN", "PED", "CAR"]), "FECINT": (entry + timedelta(days=d.whole(0, (left - entry).days))).strftime("%d%m%Y") if operated else "", "FECALT": left.strftime("%d%m%Y"), "TIPALT": d.weigh({"1": 18, "4": 1, "2": 1}), "C1": d.skew(["J18.9", "I50.9", "K80.00", "S72.001A", "N39.0", "O80", "I21.4", "C34.90"]), "C2": d.some(0.7, d.skew(["I10", "E11.9", "Z37.0", "E78.5", "Z87.891"])), "P1": d.skew(["0FT44ZZ", "10E0XZZ", "0SRB02A", "4A023N7"]) if operated else "", "MEDICO": d.skew(["28/12345", "28/20871", "28/33910", "28/41277", "28/50090"]),
        })  # fmt: skip
    return made


@table("es", 240, ";")
def servicios_sociales(d: Draw, rows: int) -> list[Row]:
    workers = d.staff(6)
    made = []
    for row, person in enumerate(d.people(rows, 2004, 1930)):
        opened = d.day(date(2021, 1, 10), date(2023, 11, 20))
        made.append({
            "Nº expediente": f"{opened.year}/{row + 120:05d}", "Nombre": person.given, "Apellido 1": person.surname, "Apellido 2": person.second, "DNI/NIE": dni(d), "Fecha nacimiento": person.born.strftime("%d/%m/%Y"), "Sexo": "Mujer" if person.woman else "Hombre", "Nacionalidad": d.weigh({"España": 70, "Marruecos": 10, "Rumanía": 7, "Colombia": 6, "Ucrania": 2}), "Barrio": d.skew(["San José", "Delicias", "Torrero", "Las Fuentes", "Actur", "Casablanca"]), "Teléfono": f"6{d.key('99 99 99 99')}", "Unidad familiar": str(min(8, 1 + int(d.random.expovariate(0.6)))), "Situación laboral": d.weigh({"En paro": 5, "Jubilado/a": 3, "Ocupado/a": 3, "Estudiante": 1}), "Ingresos mensuales": comma(d.money(640, 0.5)), "Prestación": d.weigh({"Ingreso mínimo": 4, "Ayuda de urgencia": 4, "Dependencia": 3, "Comedor escolar": 2}), "Fecha solicitud": opened.strftime("%d/%m/%Y"), "Resolución": d.weigh({"Concedida": 6, "Denegada": 3, "Pendiente": 2}), "Trabajador/a social": d.skew(workers), "Observaciones": d.remark(0.5, "Acude con su hija; vive de alquiler", "No aporta documentación, se cita de nuevo", "Llamar por las tardes", "Problemas de salud mental, derivada a centro de salud", "Pendiente de empadronamiento", "tiene deudas con la luz"),
        })  # fmt: skip
    return made


@table("es", 520, ";", "cp1252")
def padron_municipal(d: Draw, rows: int) -> list[Row]:
    made = []
    home = 0
    for person in d.people(rows, 2022, 1928):
        home += d.weigh({0: 6, 1: 4})
        made.append({
            "NIA": d.key("99999999"), "HOJA": f"{700 + home}", "DISTRITO": d.pick(["01", "02", "03"]), "SECCION": d.pick(["001", "002", "003", "004", "005"]), "VIA": d.skew(["CL MAYOR", "AV CONSTITUCION", "PZ ESPAÑA", "CL CERVANTES", "CM REAL"]), "NUM": str(d.whole(1, 90)), "NOMBRE": person.given.upper(), "APE1": person.surname.upper(), "APE2": person.second.upper(), "FNAC": person.born.strftime("%d/%m/%y"), "SEXO": "M" if person.woman else "H", "PROV_NAC": d.skew(["Toledo", "Madrid", "Ciudad Real", "Cáceres", "Extranjero"]), "NIVEL_ESTUDIOS": d.weigh({"Sin estudios": 2, "Primaria": 3, "Secundaria": 5, "Bachillerato": 3, "Universitarios": 3}), "F_ALTA": d.day(max(person.born, date(1996, 5, 1)), date(2023, 3, 1)).strftime("%d/%m/%y"),
        })  # fmt: skip
    return made


@table("ca", 260, ";")
def preinscripcio_escolar(d: Draw, rows: int) -> list[Row]:
    made = []
    for row, child in enumerate(d.people(rows, 2020, 2018)):
        made.append({
            "num_sollicitud": f"PRE24-{row * 3 + 1045}", "nom_alumne": child.given, "cognoms_alumne": f"{child.surname} {child.second}", "data_naixement": child.born.strftime("%d/%m/%Y"), "sexe": "Nena" if child.woman else "Nen", "pare_mare_tutor": f"{d.given(woman=d.chance(0.7))} {child.surname}", "adreca": f"C/ {d.pick(['Major', 'del Sol', 'Balmes', 'de la Font', 'Sant Antoni'])}, {d.whole(1, 120)}", "codi_postal": d.skew(["08201", "08202", "08205", "08206", "08208"]), "municipi": d.weigh({"Sabadell": 8, "Terrassa": 1, "Castellar del Vallès": 1}), "llengua_familiar": d.weigh({"català": 4, "castellà": 5, "àrab": 1.2, "romanès": 0.5}), "germans_al_centre": d.weigh({"Sí": 3, "No": 7}), "renda_garantida": d.weigh({"Sí": 1, "No": 9}), "necessitats_especials": d.weigh({"No": 19, "Sí": 2}), "centre_1a_opcio": d.skew(["Escola Can Rull", "Escola Agnès Armengol", "Escola Joan Sallarès", "Escola Nostra Llar"]), "punts": str(d.pick([20, 30, 40, 50, 60])), "assignat": d.weigh({"Sí": 8, "No": 2}), "correu": f"{ascii_only(child.surname)}{d.whole(1, 99)}@{d.pick(['gmail.com', 'hotmail.com', 'telefonica.net'])}",
        })  # fmt: skip
    return made


@table("ca", 380)
def casal_gent_gran(d: Draw, rows: int) -> list[Row]:
    people, monitors = d.people(110, 1964, 1930), d.staff(5)
    card = [f"CG{number:05d}" for number in d.random.sample(range(99999), 110)]
    fixed = [
        (
            d.skew(["Gràcia", "Horta", "Sants", "Nou Barris", "Sarrià"]),
            f"93 {d.key('999 99 99')}",
            d.weigh({"Casat/da": 4, "Vidu/Vídua": 4, "Solter/a": 1, "Divorciat/da": 1}),
        )
        for _ in people
    ]
    made = []
    for person in d.rows_of(people, rows):
        quarter, phone, state = fixed[person.number]
        made.append({
            "Carnet": card[person.number], "Nom i cognoms": f"{person.given} {person.surname} {person.second}", "Any naixement": str(person.born.year), "Estat civil": state, "Barri": quarter, "Telèfon": phone, "Activitat": d.skew(["Gimnàstica", "Puntes de coixí", "Escacs", "Informàtica", "Cant coral", "Petanca"]), "Dia": d.day(date(2023, 10, 2), date(2024, 6, 20)).strftime("%d-%m-%Y"), "Hora": d.clock(9, 19), "Monitor/a": d.skew(monitors), "Assistència": d.weigh({"Sí": 9, "No": 1.5}), "Quota": d.pick(["0,00", "12,50", "25,00"]), "Grau de dependència": d.weigh({"Cap": 7, "Grau I": 2, "Grau II": 1, "Grau III": 0.4}),
        })  # fmt: skip
    return made


@table("pt", 420, ";")
def matriculas_escola(d: Draw, rows: int) -> list[Row]:
    pupils, directors = d.people(140, 2011, 2005), d.staff(6, "Prof.", "Profª")
    number = d.keys("E99999", 140)
    fixed = [
        (
            d.pick(directors),
            d.weigh({"A": 2, "B": 2, "": 6}),
            d.weigh({"Portuguesa": 88, "Brasileira": 7, "Angolana": 3, "Ucraniana": 2}),
            d.key("299999999"),
            f"{d.given(woman=d.chance(0.8))} {pupil.surname}",
            d.pick("ABC"),
        )
        for pupil in pupils
    ]
    made = []
    for row in range(rows):
        pupil = pupils[row % 140]
        director, bracket, nation, tax, guardian, group = fixed[pupil.number]
        made.append({
            "N.º processo": number[pupil.number], "Nome": f"{pupil.given} {pupil.second} {pupil.surname}", "Data nasc.": pupil.born.strftime("%d-%m-%Y"), "Género": "Feminino" if pupil.woman else "Masculino", "Nacionalidade": nation, "Ano": f"{2022 - pupil.born.year - 5}.º", "Turma": group, "Diretor de turma": director, "Escalão ASE": bracket, "Encarregado de educação": guardian, "NIF": tax, "Freguesia": d.skew(["Arroios", "Benfica", "Lumiar", "Olivais", "Alvalade"]), "Disciplina": ["Português", "Matemática", "Inglês"][row // 140], "Nota": str(min(20, max(3, round(d.random.gauss(12.5, 3))))), "Faltas": str(int(d.random.expovariate(0.25))), "Obs": d.remark(0.25, "Transferido de outra escola em janeiro", "A mãe pediu reunião", "Apoio a Matemática às terças", "Falta frequentemente à 1.ª hora", "esquece o material"),
        })  # fmt: skip
    return made


@table("pt", 290, ";", "cp1252")
def clinica_dentaria(d: Draw, rows: int) -> list[Row]:
    patients, dentists = d.people(120, 2015, 1940), d.staff(4, "Dr.", "Dra.")
    fixed = [
        (
            d.key("299999999"),
            f"9{d.pick('1236')}{d.key('9999999')}",
            d.skew(["4000-123", "4050-310", "4150-044", "4200-075", "4430-021"]),
            d.skew(
                [
                    "professora",
                    "reformado",
                    "estudante",
                    "empregado de balcão",
                    "motorista",
                    "enfermeira",
                    "pedreiro",
                    "advogada",
                ]
            ),
        )
        for _ in patients
    ]
    made = []
    for patient in d.rows_of(patients, rows):
        tax, phone, code, work = fixed[patient.number]
        made.append({
            "Utente": f"{patient.given} {patient.surname}", "NIF": tax, "Telemóvel": phone, "Data de nascimento": patient.born.strftime("%d/%m/%Y"), "Profissão": work, "Código postal": code, "Data consulta": d.day(date(2023, 1, 9), date(2023, 12, 20)).strftime("%d/%m/%Y"), "Hora": d.clock(9, 18), "Médico dentista": d.skew(dentists), "Ato": d.skew(["Consulta", "Destartarização", "Restauração", "Extração", "Endodontia", "Implante"]), "Dente": d.some(0.6, str(d.pick([11, 16, 26, 36, 46, 48, 21, 37]))), "Valor": comma(d.money(62, 0.6)) + " €", "Seguro": d.weigh({"Nenhum": 5, "Médis": 3, "Multicare": 3, "ADSE": 2}), "Fumador": d.weigh({"Sim": 2, "Não": 7, "": 1}), "Alergias": d.some(0.2, d.pick(["penicilina", "látex", "anestésico"])),
        })  # fmt: skip
    return made
