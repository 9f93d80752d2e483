"""The fresh tables in Catalan and French."""

from __future__ import annotations

from datetime import date

from unprepared.fresh_kit import FRESH, after, aged, code, codes, crowd, figure, lasting, post, remark, staff
from unprepared.kit import Draw, Row, table

SLASH = "%d/%m/%Y"
STREETS = ["Carrer Major", "Carrer de la Font", "Passeig Blay", "Plaça del Mig"]
RUES = ["rue Pasteur", "avenue Foch", "rue des Lilas", "impasse du Moulin"]


@table("ca", 280, delimiter=";", registry=FRESH)
def padro_habitants(d: Draw, rows: int) -> list[Row]:
    people, sheet = crowd(d, rows, 2023, 1930), 0
    made = []
    for p in people:
        sheet += d.chance(0.45)
        arrived = after(
            d, max(p.born, date(1960, 1, 1)), 0, max(1, (date(2024, 12, 1) - max(p.born, date(1960, 1, 1))).days)
        )
        made.append(
            {
                "Full padronal": f"F{sheet + 1:05d}",
                "DNI/NIE": d.some(0.9, code(d, "########@"), "No consta"),
                "Nom": p.given,
                "Primer cognom": p.surname,
                "Segon cognom": p.second,
                "Sexe": "Dona" if p.woman else "Home",
                "Data de naixement": p.born.strftime(SLASH),
                "Lloc de naixement": d.weigh(
                    {"Olot": 40, "Girona": 18, "Barcelona": 14, "Tetuan": 8, "Banjul": 4, "Jaén": 6}
                ),
                "Nacionalitat": d.weigh({"Espanyola": 82, "Marroquina": 9, "Gambiana": 4, "Índia": 3, "Romanesa": 2}),
                "Nivell d'estudis": d.weigh(
                    {"Primaris": 24, "ESO": 25, "Batxillerat": 17, "Universitaris": 20, "Sense": 6}
                ),
                "Adreça": f"{d.pick(STREETS)}, {d.whole(1, 70)}",
                "Pis": d.weigh({"1r 1a": 20, "2n 2a": 18, "Baixos": 15, "3r 1a": 12, "": 20}),
                "Codi postal": d.weigh({"17800": 80, "17811": 12, "17813": 8}),
                "Data d'alta": arrived.strftime(SLASH),
                "Motiu d'alta": d.weigh({"Naixement": 35, "Canvi de residència": 55, "Omissió": 10}),
            }
        )
    return made


@table("ca", 360, registry=FRESH)
def notes_batxillerat(d: Draw, rows: int) -> list[Row]:
    people, keys = crowd(d, 72, 2008, 2006), codes(d, "ALU####", 72)
    group = lasting(d, people, {"1r A": 30, "1r B": 28, "1r C": 20})
    path = lasting(d, people, {"Científic": 40, "Humanístic": 32, "Social": 22, "Arts": 6})
    teachers = {subject: staff(d, 1)[0] for subject in ("Català", "Matemàtiques", "Història", "Anglès", "Filosofia")}
    made = []
    for p in d.rows_of(people, rows):
        subject = d.pick(list(teachers))
        mark = figure(d, 1, 10, 1, ",")
        made.append(
            {
                "codi_alumne": keys[p.number],
                "nom_complet": f"{p.surname} {p.second}, {p.given}",
                "data_naixement": p.born.strftime("%d.%m.%Y"),
                "grup": group[p.number],
                "modalitat": path[p.number],
                "assignatura": subject,
                "professor": teachers[subject],
                "avaluacio": d.weigh({"1a": 34, "2a": 33, "3a": 33}),
                "nota": d.some(0.96, mark, "NP"),
                "faltes_injustificades": str(d.weigh({0: 55, 1: 20, 2: 12, 3: 7, 5: 4, 11: 1})),
                "actitud": d.weigh({"Molt bona": 22, "Bona": 45, "Correcta": 23, "Millorable": 10}),
                "comentari_tutor": remark(
                    d, 0.2, "Cal parlar amb la mare, {given}", "Ha millorat molt", "Seu amb {given} {surname}"
                ),
                "data_introduccio": d.day(date(2024, 11, 25), date(2025, 6, 18)).strftime("%d.%m.%Y"),
            }
        )
    return made


@table("ca", 260, registry=FRESH)
def enquesta_salut(d: Draw, rows: int) -> list[Row]:
    keys = codes(d, "#######", rows)
    makers = codes(d, "ENQ##", 9)
    made = []
    for n in range(rows):
        age = d.whole(15, 94)
        tall = d.whole(148, 193)
        made.append(
            {
                "ID_ENTR": keys[n],
                "ENQ": d.pick(makers),
                "DATA_E": d.day(date(2023, 2, 1), date(2023, 12, 15)).strftime("%Y%m%d"),
                "IDIOMA": d.weigh({"CAT": 58, "CAS": 42}),
                "RS": d.weigh({"61": 8, "62": 10, "63": 12, "64": 12, "67": 15, "71": 5, "78": 38}),
                "P1_SEXE": d.weigh({"1": 48, "2": 52}),
                "P2_EDAT": str(age),
                "P4_ECIV": d.weigh({"1": 34, "2": 46, "3": 8, "4": 11, "9": 1}),
                "P7_OCUP": d.weigh({"5120": 6, "9210": 7, "2210": 5, "4112": 8, "8332": 4, "9999": 2}),
                "P9_LLAR": str(d.weigh({1: 20, 2: 32, 3: 22, 4: 18, 5: 6, 7: 1})),
                "P12_SALPERC": d.weigh({"Excel·lent": 8, "Molt bona": 24, "Bona": 45, "Regular": 17, "Dolenta": 6}),
                "P15_PES": d.some(0.94, str(d.whole(45, 118)), "999"),
                "P16_TALLA": d.some(0.95, str(tall), "999"),
                "P21A_HTA": d.weigh({"1": 23, "2": 75, "8": 1, "9": 1}),
                "P21B_DEPR": d.weigh({"1": 12, "2": 86, "9": 2}),
                "P30_TABAC": d.weigh({"Diari": 18, "Ocasional": 5, "Exfumador": 22, "Mai": 55}),
                "P44_INGR": d.weigh({"1": 9, "2": 24, "3": 27, "4": 14, "5": 6, "98": 11, "99": 9}),
            }
        )
    return made


@table("fr", 280, delimiter=";", registry=FRESH)
def sejours_mco(d: Draw, rows: int) -> list[Row]:
    people = crowd(d, 214, 2020, 1928)
    ipp = codes(d, "80########", 214)
    area = lasting(d, people, {"35000": 30, "35200": 18, "35700": 12, "35510": 6, "22100": 5, "56800": 3})
    heads = codes(d, "100########", 8)
    illness = ["I50.1", "J18.9", "S72.00", "K80.2", "C50.9", "N39.0", "I63.9", "E11.9", "F10.2"]
    made = []
    for n, p in enumerate(d.rows_of(people, rows)):
        entry = d.day(date(2023, 1, 2), date(2023, 12, 10))
        stay = d.weigh({0: 16, 1: 15, 2: 14, 3: 12, 5: 12, 8: 9, 12: 6, 21: 4, 34: 1})
        made.append(
            {
                "IPP": ipp[p.number],
                "NDA": str(230004511 + 13 * n),
                "NOM_USU": p.surname.upper(),
                "PRENOM": p.given,
                "DDN": p.born.strftime(SLASH),
                "SEXE": "2" if p.woman else "1",
                "CP_RESID": area[p.number],
                "DT_ENT": entry.strftime(SLASH),
                "DT_SOR": after(d, entry, stay, stay).strftime(SLASH),
                "MODE_ENT": d.weigh({"8": 82, "7": 11, "6": 7}),
                "MODE_SOR": d.weigh({"8": 78, "7": 9, "6": 8, "9": 5}),
                "UF": d.weigh({"2104": 20, "2110": 16, "3301": 14, "4120": 9, "5007": 5}),
                "RPPS_RESP": d.skew(heads),
                "DP": d.skew(illness),
                "DAS1": d.some(0.6, d.pick(["I10", "E66.0", "N18.3", "Z95.1", "F32.1"])),
                "DUREE": str(stay),
                "VERS_RSS": d.weigh({"120": 40, "121": 60}),
            }
        )
    return made


@table("fr", 210, delimiter=";", registry=FRESH)
def personnel_mairie(d: Draw, rows: int) -> list[Row]:
    jobs = {
        "Adjoint administratif": "C",
        "Agent d'entretien": "C",
        "ATSEM": "C",
        "Rédacteur": "B",
        "Éducatrice de jeunes enfants": "A",
        "Ingénieur territorial": "A",
        "Gardien de police municipale": "C",
        "Directeur général des services": "A",
    }
    numbers = codes(d, "A#####", rows)
    made = []
    for n, p in enumerate(crowd(d, rows, 2002, 1959)):
        job = d.skew(list(jobs))
        hired = (
            after(d, p.born, 7000, 7600)
            if p.born.year > 2000
            else d.day(date(p.born.year + 20, 1, 1), date(2024, 6, 1))
        )
        made.append(
            {
                "Matricule": numbers[n],
                "Civilité": "Mme" if p.woman else "M.",
                "Nom": p.surname,
                "Prénom": p.given,
                "Date de naissance": p.born.strftime(SLASH),
                "N° sécurité sociale": f"{2 if p.woman else 1}{p.born:%y%m}" + code(d, "########"),
                "Situation familiale": d.weigh(
                    {"Marié(e)": 44, "Célibataire": 26, "Pacsé(e)": 13, "Divorcé(e)": 14, "NC": 3}
                ),
                "Nb enfants": str(d.weigh({0: 30, 1: 22, 2: 32, 3: 12, 4: 3, 6: 1})),
                "Emploi": job,
                "Catégorie": jobs[job],
                "Service": d.weigh({"Scolaire": 28, "Technique": 30, "État civil": 14, "Police": 8, "Direction": 6}),
                "Date d'embauche": hired.strftime(SLASH),
                "Temps de travail": d.weigh({"100 %": 70, "80 %": 18, "50 %": 12}),
                "Salaire brut mensuel": figure(d, 1790, 5200, 2, ","),
                "IBAN": "FR" + code(d, "## ##### ##### ########### ##"),
                "Jours d'arrêt maladie": str(d.weigh({0: 48, 2: 15, 5: 14, 12: 9, 30: 5, 121: 1})),
                "Courriel": post(d, p, "ville-saint-aubin.fr"),
            }
        )
    return made


@table("fr", 230, registry=FRESH)
def sinistres_habitation(d: Draw, rows: int) -> list[Row]:
    people = crowd(d, rows, 2000, 1942)
    policies, files = codes(d, "MRH-######", rows), codes(d, "2024-#####", rows)
    clerks = staff(d, 7, "{initial}. {surname}")
    made = []
    for n, p in enumerate(people):
        harm = d.day(date(2024, 1, 3), date(2024, 10, 20))
        reported = after(d, harm, 0, 14)
        made.append(
            {
                "numSinistre": files[n],
                "numContrat": policies[n],
                "assure": f"{p.given} {p.surname}",
                "telephone": code(d, "06 ## ## ## ##"),
                "ageAssure": str(aged(p.born, harm)),
                "adresseRisque": f"{d.whole(1, 140)} {d.pick(RUES)}",
                "commune": d.weigh({"Limoges": 30, "Brive": 22, "Tulle": 12, "Guéret": 10, "Ussel": 5}),
                "typeLogement": d.weigh({"Appartement": 46, "Maison": 54}),
                "qualite": d.weigh({"Propriétaire": 57, "Locataire": 43}),
                "dateSurvenance": harm.isoformat(),
                "dateDeclaration": reported.isoformat(),
                "dateCloture": d.some(0.8, after(d, reported, 5, 120).isoformat(), "NULL"),
                "nature": d.weigh({"Dégât des eaux": 44, "Vol": 18, "Incendie": 8, "Bris de glace": 20, "Tempête": 10}),
                "montantIndemnise": d.some(0.8, figure(d, 90, 7800, 2), "NULL"),
                "canalDeclaration": d.weigh({"Téléphone": 41, "Espace client": 43, "Agence": 16}),
                "gestionnaire": d.skew(clerks),
                "observations": remark(
                    d, 0.35, "Voisine Mme {surname} en cause", "Expert passé à {hour}h", "Facture en attente"
                ),
            }
        )
    return made
