"""The last tables in French and German."""

from __future__ import annotations

from datetime import date, timedelta

from unprepared.kit import Draw, Row, comma, table
from unprepared.last_kit import LAST, facts, folk, later, mail, minutes, team

D = "%d/%m/%Y"
P = "%d.%m.%Y"


@table("fr", 540, delimiter=";", registry=LAST)
def emploi_du_temps(d: Draw, rows: int) -> list[Row]:
    count = 60
    bands = {"15 à 24 ans": 14, "25 à 39 ans": 26, "40 à 54 ans": 26, "55 à 69 ans": 22, "70 ans et plus": 12}
    school = {"Aucun diplôme": 12, "CAP-BEP": 26, "Baccalauréat": 22, "Bac + 2": 16, "Supérieur à Bac + 2": 24}
    home = {"Personne seule": 26, "Couple sans enfant": 28, "Couple avec enfant(s)": 34, "Monoparentale": 9}
    land = {"Bretagne": 20, "Occitanie": 24, "Grand Est": 22, "Île-de-France": 30, "La Réunion": 4}
    people = folk(d, count)
    band, level, kind, region, day, way = (
        facts(d, people, each)
        for each in (
            bands,
            school,
            home,
            land,
            {"lundi": 1, "mardi": 1, "mercredi": 1, "jeudi": 1, "vendredi": 1, "samedi": 2, "dimanche": 2},
            {"Papier": 60, "Internet": 40},
        )
    )
    keys = d.keys("9999999", count)
    acts = ["travail rémunéré", "repas", "télévision", "cuisine", "courses", "toilette", "ménage", "trajet"]
    acts += ["soins aux enfants", "lecture", "sport", "sieste", "jardinage", "démarches administratives"]
    moods = {"1": 4, "2": 9, "3": 33, "4": 36, "5": 12, "": 6}
    made = []
    for p in people:
        clock = 6 * 60 + 10 * d.whole(0, 8)
        for _ in range(rows // count):
            start, clock = clock, clock + 10 * d.whole(1, 10)
            act = d.skew(acts)
            made.append(
                {
                    "IDENTIND": f"{keys[p.number]}01",
                    "SEXE": "2" if p.woman else "1",
                    "TRAGE": band[p.number],
                    "DIPLOME": level[p.number],
                    "TYPMEN": kind[p.number],
                    "REGION": region[p.number],
                    "JOUR": day[p.number],
                    "HDEB": minutes(start, "{:02d}h{:02d}"),
                    "HFIN": minutes(clock, "{:02d}h{:02d}"),
                    "ACT_PRINC": act,
                    "LIEU": "en déplacement" if act == "trajet" else d.weigh({"domicile": 60, "dehors": 20}),
                    "AVEC_QUI": d.weigh({"seul": 45, "conjoint": 24, "enfants": 14, "collègues": 11, "amis": 6}),
                    "HUMEUR": d.weigh(moods),
                    "MODE_COLLECTE": way[p.number],
                }
            )
    return made


@table("fr", 180, delimiter=";", registry=LAST)
def pret_immobilier(d: Draw, rows: int) -> list[Row]:
    jobs = ["infirmière", "employé de banque", "artisan menuisier", "professeur des écoles", "ingénieur", "vendeuse"]
    jobs += ["chauffeur routier", "aide-soignante", "cadre commercial", "gendarme", "agriculteur", "pharmacienne"]
    state = {"Marié(e)": 44, "Pacsé(e)": 18, "Célibataire": 24, "Divorcé(e)": 11, "Veuf(ve)": 3}
    whys = {"endettement > 35 %": 40, "apport insuffisant": 24, "fichage FICP": 10, "ancienneté emploi": 16}
    clerks, made = team(d, 8, "{initial}. {surname}"), []
    for p in folk(d, rows, 2000, 1958):
        asked = d.day(date(2023, 1, 3), date(2023, 11, 30))
        decision = d.weigh({"ACCORD": 64, "REFUS": 24, "SANS SUITE": 12})
        made.append(
            {
                "noDossier": f"23-IMM-{4021 + 5 * p.number}",
                "emprunteur": f"{'Mme' if p.woman else 'M.'} {p.given} {p.surname.upper()}",
                "dateNaissance": p.born.strftime(D),
                "situationFamiliale": d.weigh(state),
                "nbEnfants": d.weigh({"0": 36, "1": 24, "2": 27, "3": 10, "4": 3}),
                "profession": d.skew(jobs),
                "ancienneteMois": str(d.whole(3, 260)),
                "revenuNetMensuel": comma(d.money(3150, 0.35)),
                "montantPret": str(1000 * d.whole(60, 420)),
                "tauxNominal": comma(d.normal(3.6, 0.5, 2)),
                "scoreInterne": d.some(0.95, str(d.whole(310, 890)), "NC"),
                "dateDemande": asked.strftime(D),
                "dateDecision": later(d, asked, 4, 45).strftime(D),
                "decision": decision,
                "motifRefus": d.weigh(whys) if decision == "REFUS" else "",
                "conseiller": d.skew(clerks),
                "canalEntree": d.weigh({"Agence": 52, "Courtier": 31, "Web": 17}),
            }
        )
    return made


@table("fr", 260, delimiter=";", encoding="cp1252", registry=LAST)
def donateurs(d: Draw, rows: int) -> list[Row]:
    people = folk(d, 118, 1992, 1931)
    towns = ["21000 Dijon", "71100 Chalon-sur-Saône", "21200 Beaune", "39100 Dole", "25000 Besançon", "58000 Nevers"]
    towns += ["21700 Nuits-Saint-Georges", "71000 Mâcon"]
    home = [d.skew(towns).split(" ", 1) for _ in people]
    ways = ["rue des Tanneries", "allée des Tilleuls", "impasse du Lavoir", "rue Monge", "chemin des Vignes"]
    street = [f"{d.whole(1, 88)}{d.weigh({'': 9, ' bis': 1})}, {d.pick(ways)}" for _ in people]
    mails = [d.some(0.7, mail(d, p, "orange.example", "laposte.example", "free.example")) for p in people]
    notes = ["A demandé un reçu au nom de son épouse", "Ne plus appeler le soir", "Don en mémoire de son père Lucien"]
    notes += ["Rencontrée au marché de Noël", "Changement d'adresse à vérifier", "Amie de Mme la présidente"]
    legacy = facts(d, people, {"": 84, "Oui": 6, "Non": 10})
    return [
        {
            "Réf. donateur": f"D{p.number * 17 + 3009:06d}",
            "Civilité": "Mme" if p.woman else "M.",
            "Nom complet": f"{p.surname.upper()} {p.given}",
            "Adresse": street[p.number],
            "CP": home[p.number][0],
            "Ville": home[p.number][1],
            "Mél": mails[p.number],
            "Né en": str(p.born.year) if p.number % 5 else "",
            "Date du don": d.day(date(2022, 1, 4), date(2023, 12, 30)).strftime("%d/%m/%y"),
            "Montant €": comma(f"{d.pick([10, 15, 20, 20, 30, 50, 50, 80, 100, 150, 300, 1000])}.00"),
            "Mode de règlement": d.weigh({"Chèque": 44, "CB en ligne": 30, "Prélèvement": 22, "Espèces": 4}),
            "Reçu fiscal n°": f"RF{2301 + number:05d}",
            "Legs envisagé": legacy[p.number],
            "Commentaire": d.remark(0.3, *notes),
        }
        for number, p in enumerate(d.rows_of(people, rows))
    ]


@table("fr", 200, registry=LAST)
def candidats_master(d: Draw, rows: int) -> list[Row]:
    origins = ["Université de Lorraine", "Université de Lille", "Sorbonne Université", "Aix-Marseille Université"]
    origins += ["Université Cheikh Anta Diop", "Université d'Alger 1", "IUT de Metz", "Université de Liège"]
    lands = {"Française": 74, "Sénégalaise": 5, "Algérienne": 6, "Marocaine": 5, "Belge": 4, "Chinoise": 3}
    texts = ["Passionnée par l'écologie depuis mon stage à Nancy", "Je souhaite devenir enseignant-chercheur"]
    texts += ["Mon mémoire portait sur les sols pollués", "J'ai travaillé deux ans chez un géomètre"]
    texts += ["Encouragé par mon professeur, M. Thiriet", "Après une année de césure au Québec"]
    opinions = {"Très favorable": 18, "Favorable": 36, "Réservé": 24, "Défavorable": 22}
    bac = {"S": 34, "Générale": 26, "ES": 16, "STI2D": 10, "L": 5, "Étranger": 9}
    praise = {"Passable": 34, "Assez bien": 32, "Bien": 20, "Très bien": 10, "": 4}
    jury, ine, made = team(d, 9), d.keys("999999999AA", rows), []
    numbers = d.keys("2399999", rows)
    for p in folk(d, rows, 2003, 1994):
        made.append(  # noqa: PERF401
            {
                "num_candidat": numbers[p.number],
                "INE": ine[p.number],
                "nom_usage": p.surname.upper(),
                "prenom": p.given,
                "sexe": "F" if p.woman else "M",
                "date_naiss": p.born.strftime(D),
                "nationalite": d.weigh(lands),
                "serie_bac": d.weigh(bac),
                "mention_bac": d.weigh(praise),
                "etab_origine": d.skew(origins),
                "boursier": d.share(N=62, O=38),
                "moy_l3": d.normal(12.4, 1.8, 2),
                "avis_jury": d.weigh(opinions),
                "date_depot": d.day(date(2023, 3, 22), date(2023, 4, 18)).strftime(D),
                "rapporteur": d.skew(jury),
                "lettre_motivation": d.remark(0.95, *texts),
            }
        )
    return made


@table("de", 90, delimiter=";", registry=LAST)
def bewerbungen(d: Draw, rows: int) -> list[Row]:
    grades = {"Ausbildung": 36, "Bachelor": 24, "Master/Diplom": 22, "Meister": 8, "Promotion": 3, "ohne": 5, "k.A.": 2}
    firms = ["Stadtwerke Celle", "Autohaus Wedemann", "Lebenshilfe", "Klinikum Nordwest", "Baustoffe Rhode KG"]
    firms += ["Spedition Kühlwetter", "-", "selbstständig", "Druckerei Pohl", "Edeka Behrens", "Bundeswehr"]
    bosses, made = team(d, 6, "Fr. {surname}") + team(d, 4, "Hr. {surname}"), []
    for p in folk(d, rows, 2002, 1961):
        came = d.day(date(2024, 1, 8), date(2024, 6, 14))
        state = d.weigh({"Absage": 62, "Eingestellt": 7, "In Prüfung": 22, "Zurückgezogen": 9})
        made.append(
            {
                "Bewerber-ID": f"BW{24_1180 + 3 * p.number}",
                "Anrede": "Frau" if p.woman else "Herr",
                "Name, Vorname": f"{p.surname}, {p.given}",
                "Geb.dat.": p.born.strftime("%d.%m.%y"),
                "PLZ": d.skew(["29221", "29223", "29225", "29227", "30159", "30855", "31303", "29308", "29320"]),
                "E-Mail-Adresse": mail(d, p, "web.example", "gmx.example", "t-online.example"),
                "Höchster Abschluss": d.weigh(grades),
                "Letzter Arbeitgeber": d.skew(firms),
                "Berufserf. (J.)": str(d.whole(0, 32)),
                "Eingang am": came.strftime("%d.%m.%y"),
                "Gehaltsvorstellung": d.some(0.8, f"{d.whole(28, 82)}.000 €", "VB"),
                "Quelle": d.weigh({"Jobportal": 48, "Homepage": 24, "Agentur für Arbeit": 14, "Empfehlung": 14}),
                "Interviewer": d.some(0.5, d.skew(bosses)),
                "Bewertung": d.weigh({"A": 14, "B": 34, "C": 36, "": 16}),
                "Status": state,
            }
        )
    return made


@table("de", 480, delimiter=";", registry=LAST)
def kontoumsaetze(d: Draw, rows: int) -> list[Row]:
    people, iban = folk(d, 62, 2004, 1940), d.keys("DE99257500019999999999", 62)
    shops = [("REWE SAGT DANKE", "Lebensmittel"), ("Stadtwerke Celle GmbH", "Energie"), ("AOK", "Versicherung")]
    shops += [("SHELL 4471", "Mobilität"), ("Apotheke am Markt", "Gesundheit"), ("Finanzamt", "Steuern")]
    shops += [("Netflix", "Freizeit"), ("Tipico", "Glücksspiel"), ("Deutsches Rotes Kreuz", "Spenden")]
    private = [f"{p.given} {p.surname}" for p in folk(d, 50)]
    usual = ["Miete {m} Whg. {n}", "RE-NR {n}4417 KD {n}21", "Danke für Samstag", "Taschengeld {p}", "Abschlag {m}"]
    usual += ["Mitgliedsbeitrag {p}", "SEPA-Mandat M{n}88", "Geburtstag Oma", "Kindergartenbeitrag {p} {m}"]
    kinds = {"KARTENZAHLUNG": 38, "LASTSCHRIFT": 27, "ÜBERWEISUNG": 20, "GUTSCHRIFT": 11, "DAUERAUFTRAG": 9}
    made = []
    for p in d.rows_of(people, rows):
        booked = d.day(date(2024, 1, 2), date(2024, 3, 28))
        payee, topic = d.skew(shops) if d.chance(0.7) else (d.pick(private), "Privat")
        text = d.pick(usual).format(m=d.pick(["Jan", "Feb", "März"]), n=d.whole(1, 98), p=d.pick(private).split()[0])
        made.append(
            {
                "Auftragskonto": iban[p.number],
                "Kontoinhaber": f"{p.surname} {p.given}".upper(),
                "Buchungstag": booked.strftime("%d.%m.%y"),
                "Valutadatum": later(d, booked, 0, 2).strftime("%d.%m.%y"),
                "Buchungstext": d.weigh(kinds),
                "Verwendungszweck": text,
                "Beguenstigter": payee,
                "IBAN_Gegenkonto": d.key("DE99999999999999999999"),
                "Betrag": comma(d.pick(["-", "-", "-", ""]) + d.money(46, 1.0)),
                "Waehrung": "EUR",
                "Saldo": comma(d.money(1450, 0.9)),
                "Kategorie": topic,
            }
        )
    return made


@table("de", 170, delimiter=";", registry=LAST)
def wohngeld(d: Draw, rows: int) -> list[Row]:
    streets = ["Am Brink", "Schulstr.", "Bahnhofsallee", "Lerchenweg", "Breite Str.", "An der Aller", "Neue Heimat"]
    work = {"angestellt": 38, "Rentner/in": 30, "Azubi": 8, "arbeitslos": 12, "selbst.": 6, "Student/in": 6}
    wed = {"ledig": 38, "verh.": 28, "gesch.": 20, "verw.": 12, "getr. leb.": 6}
    lands = {"deutsch": 76, "syrisch": 8, "türkisch": 5, "ukrainisch": 5, "polnisch": 4, "afghanisch": 2}
    clerks, made = team(d, 5, "{surname}, {initial}."), []
    for p in folk(d, rows, 2004, 1939):
        asked, decision = d.day(date(2023, 1, 2), date(2023, 12, 15)), d.weigh({"bewilligt": 66, "abgelehnt": 24})
        made.append(
            {
                "AKTENZ": f"50.2-W-{1107 + 4 * p.number}/23",
                "ANTRAGST": f"{p.surname}, {p.given}",
                "GEBDAT": p.born.strftime(P),
                "FAMSTAND": d.weigh(wed),
                "STAATSANG": d.weigh(lands),
                "STR_HNR": f"{d.pick(streets)} {d.whole(1, 140)}{d.weigh({'': 8, 'a': 1, 'b': 1})}",
                "PLZ": d.skew(["27283", "27299", "27308", "27313", "27321", "27330"]),
                "HH_GROESSE": d.weigh({"1": 46, "2": 20, "3": 14, "4": 12, "5": 6, "6": 2}),
                "WOHNFL_QM": d.normal(66, 19, 0, 22),
                "MIETE_KALT": comma(d.normal(478, 110, 2, 180)),
                "EINK_BRUTTO": comma(d.money(1330, 0.35)),
                "ERW_STATUS": d.weigh(work),
                "GDB": d.weigh({"": 80, "30": 4, "50": 8, "70": 4, "80": 3, "100": 2}),
                "ANTR_DAT": asked.strftime(P),
                "BETRAG_MTL": comma(d.money(182, 0.5)) if decision == "bewilligt" else "0,00",
                "ENTSCH": decision,
                "SACHB": d.skew(clerks),
                "FORMVERS": d.weigh({"01/23": 78, "10/22": 22}),
            }
        )
    return made


@table("de", 210, delimiter=";", registry=LAST)
def leichtathletik(d: Draw, rows: int) -> list[Row]:
    people, passes = folk(d, 74, 2011, 2003), d.keys("NI999999", 74)
    club = facts(d, people, {"TSV Uesen": 26, "LG Kreis Verden": 30, "MTV Hutbergen": 12, "SV Bölkau": 10, "TuS W.": 4})
    coach = dict(zip(["TSV Uesen", "LG Kreis Verden", "MTV Hutbergen", "SV Bölkau", "TuS W."], team(d, 5), strict=True))
    events = {"100 m": (12.9, 1, 2), "Weit": (5, 0.6, 2), "Kugel": (9.6, 1.7, 2), "800 m": (146, 12, 1)}
    made = []
    for p in d.rows_of(people, rows):
        day, event = date(2024, 4, 20) + timedelta(days=7 * d.whole(0, 20)), d.skew(list(events))
        age = 2024 - p.born.year
        mean, spread, digits = events[event]
        group = next((f"U{limit}" for limit in (14, 16, 18, 20, 23) if age < limit), "Akt.")
        made.append(
            {
                "Startpass-Nr.": passes[p.number],
                "Sportler/in": f"{p.given} {p.surname}",
                "Jg.": f"{p.born.year % 100:02d}",
                "m/w": "w" if p.woman else "m",
                "Verein": club[p.number],
                "AK": ("w" if p.woman else "m") + group,
                "Disziplin": event,
                "Datum": day.strftime("%-d.%-m.%Y"),
                "Wettkampfort": d.skew(["Verden", "Achim", "Rotenburg", "Zeven", "Hannover"]),
                "Leistung": d.some(0.93, comma(d.normal(mean, spread, digits)), d.pick(["o.g.V.", "n.a.", "aufg."])),
                "Wind": comma(f"{d.random.gauss(0.3, 0.9):+.1f}") if event in ("100 m", "Weit") else "",
                "Trainer": coach[club[p.number]],
            }
        )
    return made
