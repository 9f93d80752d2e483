"""The unseen tables in Catalan and French."""

from __future__ import annotations

from datetime import date

from unprepared.kit import Draw, Row, comma, table
from unprepared.unseen_kit import UNSEEN, age_on, crowd, days_on, free_text, later, mail, staff


@table("ca", 400, delimiter=";", registry=UNSEEN)
def urgencies_cap(d: Draw, rows: int) -> list[Row]:
    people = crowd(d, 170, 2020, 1930)
    cips = [f"{p.surname[:2].upper()}{p.second[:2].upper()}{int(p.woman)}{p.born:%y%m%d}{d.key('999')}" for p in people]
    homes = [d.skew(["Vilablareix", "Salt", "Bescanó", "Aiguaviva", "Quart"]) for _ in people]
    nurses = staff(d, 6)
    made = []
    for n, p in enumerate(d.rows_of(people, rows)):
        start = d.moment(date(2024, 1, 1), date(2024, 6, 29))
        made.append(
            {
                "Núm. episodi": f"{8820140 + 11 * n}",
                "CIP": cips[p.number],
                "Cognoms i nom": f"{p.surname} {p.second}, {p.given}",
                "Data naix.": p.born.strftime("%d/%m/%Y"),
                "Sexe": "D" if p.woman else "H",
                "Població": homes[p.number],
                "Data arribada": start.strftime("%d/%m/%Y"),
                "Hora arribada": start.strftime("%H:%M"),
                "Hora sortida": later(d, start, 15, 240).strftime("%H:%M"),
                "Nivell de triatge": d.weigh({"I": 1, "II": 8, "III": 38, "IV": 40, "V": 13}),
                "Motiu de visita": d.skew(
                    [
                        "Febre",
                        "Mal de panxa",
                        "Ferida",
                        "Mal d'esquena",
                        "Crisi d'ansietat",
                        "Reacció al·lèrgica",
                        "Tos",
                        "Mareig",
                    ]
                ),
                "Tensió": f"{d.whole(98, 178)}/{d.whole(54, 102)}",
                "Sat O2 (%)": str(d.weigh({99: 20, 98: 30, 97: 20, 96: 12, 95: 8, 93: 5, 90: 3, 88: 2})),
                "Diagnòstic principal": d.skew(["J06.9", "S61.0", "M54.5", "R10.4", "F41.0", "N39.0", "T78.4", "R42"]),
                "Infermera": d.skew(nurses),
                "Destí": d.weigh({"Domicili": 82, "Hospital": 14, "Alta voluntària": 4}),
            }
        )
    return made


@table("ca", 210, delimiter=";", registry=UNSEEN)
def beques_menjador(d: Draw, rows: int) -> list[Row]:
    made = []
    for n, child in enumerate(crowd(d, rows, 2018, 2011)):
        p = crowd(d, 1, 1996, 1970)[0]
        asked = d.day(date(2023, 5, 2), date(2023, 6, 30))
        given = d.weigh({"concedida": 64, "denegada": 28, "pendent": 8})
        made.append(
            {
                "expedient": f"BM/2023/{n + 17:04d}",
                "sollicitant": f"{p.given} {p.surname} {p.second}",
                "dni_sollicitant": d.key("99999999A"),
                "nom_infant": f"{child.given} {p.surname}",
                "data_naix_infant": child.born.strftime("%d/%m/%Y"),
                "escola": d.skew(
                    ["Escola Les Arrels", "Escola Puigverd", "Institut Escola Ponent", "Escola Montserrat Roig"]
                ),
                "curs": d.pick(["I3", "I4", "I5", "1r", "2n", "3r", "4t", "5è", "6è"]),
                "membres_unitat_familiar": str(d.weigh({2: 10, 3: 24, 4: 40, 5: 18, 6: 8})),
                "familia_monoparental": d.weigh({"no": 78, "sí": 22}),
                "renda_anual": comma(d.money(17500, 0.45)),
                "punts": str(d.whole(2, 15)),
                "resolucio": given,
                "import_concedit": comma(d.money(540, 0.15)) if given == "concedida" else "",
                "data_sollicitud": asked.strftime("%d/%m/%Y"),
                "data_resolucio": days_on(d, asked, 30, 80).strftime("%d/%m/%Y") if given != "pendent" else "",
                "iban_cobrament": "ES" + d.key("99 9999 9999 9999 9999 9999"),
                "presentacio": d.weigh({"telemàtica": 55, "presencial": 45}),
            }
        )
    return made


@table("ca", 320, registry=UNSEEN)
def queixes_ciutadania(d: Draw, rows: int) -> list[Row]:
    techs = staff(d, 8, "{initial}. {surname}")
    made = []
    for n, p in enumerate(crowd(d, rows, 2004, 1944)):
        day = d.day(date(2023, 1, 2), date(2023, 11, 20))
        made.append(
            {
                "idQueixa": f"Q{2300100 + n}",
                "nomCiutada": f"{p.given} {p.surname}",
                "correu": d.some(0.8, mail(d, p, "correu.cat", "bustia.cat", "posta.net")),
                "telefon": d.some(0.7, d.key("6" + "99 999 999")),
                "edatCiutada": str(age_on(p.born, day)),
                "districte": d.skew(["Centre", "Nord", "Can Rull", "Ca n'Oriac", "Gràcia", "La Creu Alta"]),
                "tema": d.skew(["Neteja viària", "Soroll", "Enllumenat", "Multes", "Serveis socials", "Arbrat"]),
                "detallQueixa": free_text(
                    d,
                    1,
                    "Fa {number} dies que el contenidor del carrer està ple",
                    "El veí {given} {surname} fa soroll a la nit",
                    "M'han posat una multa el dia {number} i no hi estic d'acord",
                    "Truqueu-me al {phone}, pregunteu per {given}",
                ),
                "dataEntrada": day.strftime("%Y-%m-%d"),
                "dataResposta": d.some(0.9, days_on(d, day, 1, 45).strftime("%Y-%m-%d")),
                "satisfet": d.weigh({"gens": 20, "poc": 30, "força": 34, "molt": 16}),
                "canal": d.weigh({"web": 50, "oficina": 30, "012": 20}),
                "tecnicAssignat": d.skew(techs),
                "latitud": d.normal(41.55, 0.02, 5),
                "longitud": d.normal(2.11, 0.02, 5),
            }
        )
    return made


@table("fr", 380, delimiter=";", registry=UNSEEN)
def consultations_pmi(d: Draw, rows: int) -> list[Row]:
    people, numbers = crowd(d, 120, 2022, 2019), d.keys("PMI-99999", 120)
    facts = [
        (
            d.skew(["Saint-Avé", "Séné", "Theix-Noyalo", "Elven", "Arradon"]),
            d.weigh({"assistante maternelle": 40, "crèche": 30, "parents": 24, "grands-parents": 6}),
            d.weigh({"1": 44, "2": 34, "3": 15, "4": 7}),
        )
        for _ in people
    ]
    doctors = staff(d, 4, "Dr {surname}")
    made = []
    for p in d.rows_of(people, rows):
        town, care, rank = facts[p.number]
        months = d.weigh({1: 8, 2: 14, 4: 16, 5: 12, 9: 14, 12: 12, 16: 10, 24: 14})
        made.append(
            {
                "N° dossier": numbers[p.number],
                "Nom de l'enfant": p.surname.upper(),
                "Prénom de l'enfant": p.given,
                "Né(e) le": p.born.strftime("%d/%m/%Y"),
                "Sexe": "F" if p.woman else "M",
                "Commune": town,
                "Mode de garde": care,
                "Rang dans la fratrie": rank,
                "Date de consultation": days_on(d, p.born, 30 * months, 30 * months + 20).strftime("%d/%m/%Y"),
                "Âge (mois)": str(months),
                "Poids (kg)": comma(d.normal(3.6 + 0.38 * months**0.95, 0.6, 2, 2.4)),
                "Taille (cm)": comma(d.normal(52 + 1.5 * months, 2.2, 1, 45)),
                "Périmètre crânien": comma(d.normal(37 + 0.45 * months, 1, 1, 33)),
                "Allaitement": d.weigh({"maternel": 34, "artificiel": 40, "mixte": 14, "sevré": 12}),
                "Vaccin du jour": d.weigh({"hexavalent": 30, "ROR": 20, "méningocoque": 20, "aucun": 30}),
                "Orientation": d.weigh({"RAS": 76, "pédiatre": 12, "CAMSP": 5, "ORL": 7}),
                "Médecin": d.skew(doctors),
                "Remarques": free_text(
                    d,
                    0.4,
                    "Maman fatiguée, revoir dans {number} jours",
                    "Papa présent, {given} parle bien",
                    "Courbe à surveiller, appeler Mme {surname}",
                ),
            }
        )
    return made


@table("fr", 700, registry=UNSEEN)
def navigation_site(d: Draw, rows: int) -> list[Row]:
    people, keys = crowd(d, 160), d.keys("xxxxxxxxxxxxxxxx", 160)
    looks = [
        (
            d.weigh({"Chrome": 60, "Firefox": 16, "Safari": 24}),
            d.weigh({"Windows": 50, "Android": 30, "iOS": 20}),
            d.skew(["Angers", "Cholet", "Saumur", "Nantes", "Laval", "Le Mans"]),
            d.key("82.99.1.9"),
        )
        for _ in people
    ]
    made = []
    for p in d.rows_of(people, rows):
        browser, system, town, address = looks[p.number]
        known = d.chance(0.3)
        made.append(
            {
                "id_visiteur": keys[p.number],
                "id_session": d.key("s-xxxxxxxx-xxxx"),
                "ip": address,
                "horodatage": d.moment(date(2024, 9, 2), date(2024, 9, 15)).strftime("%Y-%m-%dT%H:%M:%S"),
                "url_page": d.skew(
                    [
                        "/",
                        "/demarches/acte-naissance",
                        "/aides/rsa",
                        "/agenda",
                        "/contact",
                        "/emploi/offres",
                        "/logement/demande",
                    ]
                ),
                "referent": d.weigh({"": 40, "moteur": 40, "lettre-info": 12, "reseau-social": 8}),
                "navigateur": browser,
                "systeme": system,
                "ville_geoip": town,
                "duree_s": d.money(48, 0.9, 0),
                "nb_clics": str(int(float(d.money(3, 0.6, 0)))),
                "terme_recherche": free_text(
                    d,
                    0.25,
                    "acte naissance {given} {surname}",
                    "horaires piscine",
                    "aide loyer {number} ans",
                    "rdv passeport",
                ),
                "connecte": "oui" if known else "non",
                "email_compte": mail(d, p, "poste.fr", "courriel.fr") if known else "",
            }
        )
    return made


@table("fr", 230, delimiter=";", encoding="cp1252", registry=UNSEEN)
def entretiens_annuels(d: Draw, rows: int) -> list[Row]:
    numbers, chiefs = d.keys("049999", rows), staff(d, 14, "{surname} {given}")
    made = []
    for n, p in enumerate(crowd(d, rows, 1999, 1960)):
        entry = d.day(date(p.born.year + 21, 1, 5), date(2023, 9, 1))
        made.append(
            {
                "matricule_agent": numbers[n],
                "agent": f"{p.surname.upper()} {p.given}",
                "evaluateur": d.skew(chiefs),
                "corps": d.skew(["attaché", "rédacteur", "adjoint administratif", "technicien", "ingénieur"]),
                "grade": d.weigh(
                    {"principal 1re classe": 30, "principal 2e classe": 40, "hors classe": 10, "stagiaire": 20}
                ),
                "direction": d.skew(
                    ["DRH", "Finances", "Voirie", "Culture", "Petite enfance", "Systèmes d'information"]
                ),
                "quotite": d.weigh({"100 %": 74, "80 %": 16, "90 %": 6, "50 %": 4}),
                "date_naissance": p.born.strftime("%d/%m/%Y"),
                "date_entree_fp": entry.strftime("%d/%m/%Y"),
                "date_entretien": d.day(date(2023, 11, 6), date(2024, 1, 31)).strftime("%d/%m/%Y"),
                "niveau_global": d.weigh({"insuffisant": 4, "à améliorer": 14, "satisfaisant": 56, "excellent": 26}),
                "souhait_mobilite": d.weigh({"non": 70, "interne": 20, "externe": 10}),
                "prime_cia": comma(d.money(620, 0.4)),
                "rqth": d.weigh({"non": 92, "oui": 8}),
                "appreciation": free_text(
                    d,
                    1,
                    "Agent investi, {number} dossiers traités, très apprécié de {given} {surname}",
                    "Des retards répétés depuis {number} mois",
                    "Bonne année, objectifs atteints",
                ),
                "version_formulaire": d.weigh({"2022": 30, "2023": 70}),
            }
        )
    return made
