"""Tables of France and Italy."""

from __future__ import annotations

from datetime import date, timedelta

from unprepared.kit import Draw, Row, ascii_only, comma, table


@table("fr", 380, ";", "cp1252")
def pmsi_sejours(d: Draw, rows: int) -> list[Row]:
    people = d.people(290, 2010, 1925)
    ipp, nda, practitioners = d.keys("80999999", 290), d.keys("229999999", rows), d.staff(8, "Dr", "Pr")
    fixed = [(d.skew(["69100", "69003", "38200", "01000", "42000", "69120"])) for _ in people]
    made = []
    for row, person in enumerate(d.rows_of(people, rows)):
        entry = d.day(date(2021, 1, 2), date(2021, 12, 10))
        left = d.after(entry, 4, 70)
        dead = d.chance(0.05)
        group, label = d.skew(
            [
                ("04M05", "Pneumonies et pleurésies banales"),
                ("05M09", "Insuffisances cardiaques"),
                ("08C47", "Prothèses de hanche"),
                ("14Z14", "Accouchements par voie basse"),
                ("06C07", "Interventions mineures sur l'intestin grêle"),
                ("28Z07", "Chimiothérapie pour tumeur"),
            ]
        )
        made.append({
            "IPP": ipp[person.number], "NDA": nda[row], "SEXE": "2" if person.woman else "1", "DATE_NAISS": person.born.strftime("%d/%m/%Y"), "CODE_POSTAL": fixed[person.number], "DATE_ENTREE": entry.strftime("%d/%m/%Y"), "MODE_ENTREE": d.weigh({"8": 8, "7": 1, "6": 1}), "DATE_SORTIE": left.strftime("%d/%m/%Y"), "MODE_SORTIE": "9" if dead else d.weigh({"8": 9, "6": 1, "7": 1}), "DATE_DECES": left.strftime("%d/%m/%Y") if dead else "", "DP": d.skew(["J189", "I500", "M161", "O800", "K566", "Z511", "C509"]), "DAS1": d.some(0.5, d.skew(["I10", "E119", "N183", "F171"])), "GHM": group, "LIB_GHM": label, "PRATICIEN": d.skew(practitioners), "NB_ACTES": str(d.whole(0, 9)), "TARIF_GHS": comma(d.money(3100, 0.5)),
        })  # fmt: skip
    return made


@table("fr", 170, ";")
def association_adherents(d: Draw, rows: int) -> list[Row]:
    made = []
    for row, person in enumerate(d.people(rows, 2014, 1940)):
        joined = d.day(max(person.born + timedelta(days=1500), date(2015, 9, 1)), date(2023, 10, 1))
        made.append({
            "N° adhérent": str(1200 + row), "Civilité": "Mme" if person.woman else "M.", "Nom": person.surname.upper(), "Prénom": person.given, "Né(e) le": person.born.strftime("%d/%m/%Y"), "Courriel": f"{ascii_only(person.given)}.{ascii_only(person.surname)}@{d.pick(['orange.fr', 'free.fr', 'gmail.com', 'laposte.net'])}", "Tél. portable": f"0{d.pick('67')} {d.key('99 99 99 99')}", "Adresse": f"{d.whole(1, 90)} rue {d.pick(['de la République', 'Pasteur', 'des Lilas', 'Victor Hugo'])}", "CP": d.skew(["35000", "35200", "35510", "35700"]), "Ville": d.skew(["Rennes", "Cesson-Sévigné", "Bruz", "Betton"]), "Section": d.weigh({"Judo": 4, "Randonnée": 3, "Tennis de table": 3, "Danse": 2}), "Licence": d.key("M99999AAA")[:6] + f"{row:03d}", "Date d'adhésion": joined.strftime("%d/%m/%Y"), "Cotisation": d.pick(["95,00", "120,00", "150,00"]), "Certificat médical": d.weigh({"oui": 8, "non": 2}), "Quotient familial": str(d.whole(250, 1900)), "IBAN": d.key("FR76 9999 9999 9999 9999 9999 999"),
        })  # fmt: skip
    return made


@table("fr", 210, ";")
def enquete_satisfaction(d: Draw, rows: int) -> list[Row]:
    scale = {"Tout à fait d'accord": 4, "Plutôt d'accord": 6, "Plutôt pas d'accord": 2, "Pas du tout d'accord": 1}
    return [{
        "id_reponse": str(row + 1), "horodatage": d.moment(date(2024, 1, 8), date(2024, 2, 4)).strftime("%d/%m/%Y %H:%M:%S"), "tranche_age": d.weigh({"Moins de 25 ans": 2, "25-39 ans": 4, "40-59 ans": 5, "60 ans et plus": 3}), "sexe": d.weigh({"Femme": 5, "Homme": 5, "Ne souhaite pas répondre": 0.4}), "csp": d.skew(["Employé", "Cadre", "Retraité", "Profession intermédiaire", "Ouvrier", "Artisan, commerçant", "Étudiant"]), "commune": d.skew(["Nantes", "Rezé", "Saint-Herblain", "Orvault", "Vertou"]), "frequence_visite": d.weigh({"Jamais": 1, "Rarement": 3, "Parfois": 4, "Souvent": 3, "Toujours": 0.6}), "accueil_agreable": d.weigh(scale), "horaires_adaptes": d.weigh(scale), "note_globale": str(d.whole(3, 10)), "suggestions": d.remark(0.45, "Ouvrir le samedi matin", "RAS", "Très bien accueillie par Mme Perrin, merci !", "Plus de places assises svp, j'ai 82 ans", "Site internet à revoir", "trop d'attente le lundi"),
    } for row in range(rows)]  # fmt: skip


@table("it", 360, ";")
def sdo_ricoveri(d: Draw, rows: int) -> list[Row]:
    people, doctors = d.people(280, 2012, 1926), d.staff(9, "Dott.", "Dott.ssa")
    fiscal = [d.key("AAAAAA99A99A999A") for _ in people]
    fixed = [
        (
            d.skew(["Bologna", "Imola", "Casalecchio di Reno", "San Lazzaro di Savena", "Modena"]),
            d.weigh({"coniugato": 5, "celibe/nubile": 3, "vedovo": 2, "divorziato": 1}),
            d.weigh({"licenza elementare": 3, "licenza media": 4, "diploma": 4, "laurea": 2}),
        )
        for _ in people
    ]
    made = []
    for row, person in enumerate(d.rows_of(people, rows)):
        entry = d.day(date(2019, 1, 2), date(2019, 12, 5))
        left = d.after(entry, 5, 60)
        town, state, school = fixed[person.number]
        made.append({
            "num_scheda": f"2019{row + 1:06d}", "codice_fiscale": fiscal[person.number], "data_nascita": person.born.strftime("%d.%m.%Y"), "sesso": "F" if person.woman else "M", "comune_residenza": town, "stato_civile": state, "titolo_studio": school, "regime_ricovero": d.weigh({"ordinario": 7, "day hospital": 3}), "data_ricovero": entry.strftime("%d.%m.%Y"), "ora_ricovero": d.clock(), "onere_degenza": d.weigh({"SSN": 95, "solvente": 8}), "reparto": d.skew(["Medicina generale", "Chirurgia", "Ortopedia", "Cardiologia", "Ostetricia"]), "diagnosi_principale": d.skew(["polmonite", "scompenso cardiaco", "frattura del femore", "calcolosi biliare", "parto normale", "ictus ischemico"]), "data_dimissione": left.strftime("%d.%m.%Y"), "modalita_dimissione": d.weigh({"ordinaria al domicilio": 17, "deceduto": 1.5, "trasferito": 2}), "medico_responsabile": d.skew(doctors), "creatinina_mg_dl": comma(d.normal(1.1, 0.4, 2)),
        })  # fmt: skip
    return made


@table("it", 500, ";", "cp1252")
def registro_voti(d: Draw, rows: int) -> list[Row]:
    pupils, teachers = d.people(100, 2009, 2005), d.staff(7, "Prof.", "Prof.ssa")
    subjects = ["Italiano", "Matematica", "Inglese", "Storia", "Scienze"]
    made = []
    for row in range(rows):
        pupil = pupils[row % 100]
        made.append({
            "matricola": f"{20_340 + pupil.number * 3}", "cognome": pupil.surname, "nome": pupil.given, "nato_il": pupil.born.strftime("%d/%m/%Y"), "classe": f"{2023 - pupil.born.year - 13}{'AB'[pupil.number % 2]}", "materia": subjects[row // 100], "docente": teachers[row // 100], "voto": comma(str(d.pick([4, 5, 5.5, 6, 6, 6.5, 7, 7, 7.5, 8, 9]))), "assenze_ore": str(d.whole(0, 25)), "giudizio": d.pick(["insufficiente", "sufficiente", "discreto", "buono", "ottimo"]), "dsa": "sì" if pupil.number % 11 == 0 else "no",
        })  # fmt: skip
    return made
