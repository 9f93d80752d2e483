"""The unseen tables in Portuguese and Dutch."""

from __future__ import annotations

from datetime import date

from unprepared.kit import Draw, Row, comma, table
from unprepared.unseen_kit import UNSEEN, age_on, crowd, days_on, free_text, later, mail, staff

DASHES, DUTCH = "%d/%m/%Y %H:%M", "%d-%m-%Y"


@table("pt", 410, delimiter=";", registry=UNSEEN)
def fichas_urgencia(d: Draw, rows: int) -> list[Row]:
    people, numbers = crowd(d, 190, 2018, 1930), d.keys("2" + "99999999", 190)
    homes = [d.skew(["Viseu", "Tondela", "Mangualde", "Nelas", "São Pedro do Sul"]) for _ in people]
    nurses = staff(d, 7, "Enf. {given} {surname}")
    made = []
    for n, p in enumerate(d.rows_of(people, rows)):
        start = d.moment(date(2023, 10, 1), date(2023, 12, 30))
        made.append(
            {
                "N.º episódio": f"23{11870 + 2 * n:07d}",
                "N.º SNS": numbers[p.number],
                "Nome completo": f"{p.given} {p.second} {p.surname}",
                "Idade": str(age_on(p.born, start.date())),
                "Género": "F" if p.woman else "M",
                "Concelho": homes[p.number],
                "Entrada": start.strftime(DASHES),
                "Alta": later(d, start, 40, 1900).strftime(DASHES),
                "Cor Manchester": d.weigh({"vermelho": 1, "laranja": 14, "amarelo": 50, "verde": 31, "azul": 4}),
                "Queixa principal": d.skew(
                    ["dor torácica", "dispneia", "cefaleia", "queda", "vómitos", "agressão", "dor abdominal"]
                ),
                "Dor (0-10)": str(d.whole(0, 10)),
                "Glicemia": d.money(112, 0.25, 0),
                "Diagnóstico de saída": d.skew(
                    ["pneumonia", "enxaqueca", "fratura do punho", "gastroenterite", "enfarte", "cólica renal"]
                ),
                "Destino": d.weigh({"domicílio": 76, "internamento": 18, "transferência": 4, "óbito": 2}),
                "Enfermeiro triador": d.skew(nurses),
                "Proveniência": d.weigh({"exterior": 66, "INEM": 22, "centro de saúde": 12}),
            }
        )
    return made


@table("pt", 240, delimiter=";", registry=UNSEEN)
def pessoal_camara(d: Draw, rows: int) -> list[Row]:
    numbers = d.keys("1999", rows)
    made = []
    for n, p in enumerate(crowd(d, rows, 2001, 1957)):
        made.append(
            {
                "nmec": numbers[n],
                "trabalhador": f"{p.given} {p.second} {p.surname}",
                "nib": d.key("999999999999999999999"),
                "dt_nasc": p.born.strftime("%Y-%m-%d"),
                "sexo": "F" if p.woman else "M",
                "hab_literarias": d.weigh({"9.º ano": 24, "12.º ano": 36, "licenciatura": 30, "mestrado": 10}),
                "carreira": d.weigh({"assistente operacional": 48, "assistente técnico": 30, "técnico superior": 22}),
                "unid_organica": d.skew(["DOM", "DAF", "DEAS", "DPU", "SMPC"]),
                "dt_admissao": d.day(date(p.born.year + 19, 1, 3), date(2023, 5, 1)).strftime("%Y-%m-%d"),
                "vinculo": d.weigh({"CTFP tempo indeterminado": 78, "CTFP termo certo": 16, "comissão de serviço": 6}),
                "pos_remun": str(d.whole(4, 12)),
                "venc_base": comma(d.money(1080, 0.28)),
                "dias_baixa": str(d.weigh({0: 60, 3: 14, 5: 10, 12: 8, 30: 5, 90: 3})),
                "deficiencia": d.weigh({"N": 95, "S": 5}),
                "sindicalizado": d.weigh({"N": 62, "S": 38}),
                "dependentes": d.weigh({"0": 40, "1": 28, "2": 26, "3": 6}),
                "regime_horario": d.weigh({"rígido": 60, "flexível": 28, "turnos": 12}),
            }
        )
    return made


@table("pt", 650, registry=UNSEEN)
def cliques_portal(d: Draw, rows: int) -> list[Row]:
    people, cookies = crowd(d, 150), d.keys("GA1.2.999999999.9999999999", 150)
    looks = [
        (
            d.weigh({"telemóvel": 58, "computador": 36, "tablet": 6}),
            d.weigh({"pt-PT": 74, "pt-BR": 14, "en-GB": 12}),
            d.skew(["Braga", "Guimarães", "Barcelos", "Vila Verde", "Famalicão"]),
            d.key("188.8.99.9"),
        )
        for _ in people
    ]
    made = []
    for p in d.rows_of(people, rows):
        device, language, town, address = looks[p.number]
        made.append(
            {
                "cookieId": cookies[p.number],
                "loginUtilizador": d.some(0.6, f"{p.given.lower()}{p.born.year % 100:02d}"),
                "carimboTempo": d.moment(date(2024, 5, 6), date(2024, 5, 19)).strftime("%Y-%m-%d %H:%M:%S"),
                "paginaVista": d.skew(["inicio", "fatura-agua", "licencas", "acao-social", "piscinas", "recrutamento"]),
                "dispositivo": device,
                "idiomaBrowser": language,
                "concelhoIp": town,
                "enderecoIp": address,
                "tempoNaPagina": d.money(37, 0.8, 1),
                "profundidadeScroll": str(d.whole(5, 100)),
                "pesquisaInterna": free_text(
                    d,
                    0.2,
                    "fatura {given} {surname}",
                    "horário piscina",
                    "subsídio renda {number}",
                    "concurso {surname}",
                ),
                "converteu": d.weigh({"0": 88, "1": 12}),
            }
        )
    return made


@table("nl", 330, delimiter=";", registry=UNSEEN)
def verzuimregistratie(d: Draw, rows: int) -> list[Row]:
    people, numbers = crowd(d, 120, 2002, 1958), d.keys("8999", 120)
    facts = [
        (
            d.skew(
                ["monteur", "planner", "administratief medewerker", "verkoper binnendienst", "chauffeur", "inkoper"]
            ),
            d.skew(["Techniek", "Logistiek", "Financiën", "Verkoop"]),
            d.weigh({"1,0": 60, "0,8": 24, "0,6": 16}),
        )
        for _ in people
    ]
    chiefs, doctors = staff(d, 6), staff(d, 2, "dr. {surname}")
    made = []
    for p in d.rows_of(people, rows):
        work, unit, fte = facts[p.number]
        day = d.day(date(2023, 1, 2), date(2023, 11, 20))
        length = max(1, int(float(d.money(6, 1.0, 0))))
        made.append(
            {
                "persnr": numbers[p.number],
                "roepnaam": p.given,
                "achternaam": p.surname,
                "gebdatum": p.born.strftime(DUTCH),
                "functie": work,
                "afdeling": unit,
                "fte": fte,
                "eerste_ziektedag": day.strftime(DUTCH),
                "hersteld_per": days_on(d, day, length, length).strftime(DUTCH),
                "verzuimduur": str(length),
                "reden": d.weigh(
                    {"griep": 40, "rug/nek": 18, "psychisch": 16, "operatie": 8, "ongeval": 8, "zwangerschap": 10}
                ),
                "frequentie_jr": str(d.weigh({1: 50, 2: 28, 3: 14, 4: 8})),
                "leidinggevende": d.skew(chiefs),
                "bedrijfsarts": d.some(0.3, d.pick(doctors)),
                "meldwijze": d.weigh({"telefonisch": 58, "app": 42}),
            }
        )
    return made


@table("nl", 220, delimiter=";", registry=UNSEEN)
def leerling_dossiers(d: Draw, rows: int) -> list[Row]:
    numbers, teachers = d.keys("24-9999", rows), staff(d, 7, "juf {given}")
    made = []
    for n, p in enumerate(crowd(d, rows, 2016, 2012)):
        parent = crowd(d, 1, 1994, 1972)[0]
        prefix, name = p.surname.rsplit(" ", 1) if " " in p.surname else ("", p.surname)
        made.append(
            {
                "Leerlingnummer": numbers[n],
                "Roepnaam": p.given,
                "Tussenvoegsel": prefix,
                "Achternaam": name,
                "Geb.datum": p.born.strftime(DUTCH),
                "Geboorteland": d.weigh({"Nederland": 86, "Syrië": 6, "Turkije": 5, "Polen": 3}),
                "Groep": str(2024 - p.born.year - 4),
                "Leerkracht": d.skew(teachers),
                "Thuistaal": d.weigh({"Nederlands": 72, "Arabisch": 10, "Turks": 10, "Pools": 8}),
                "Opleiding ouders": d.weigh({"laag": 24, "midden": 46, "hoog": 30}),
                "Cito rekenen": d.weigh({"I": 22, "II": 24, "III": 20, "IV": 18, "V": 16}),
                "Cito lezen": d.weigh({"I": 22, "II": 24, "III": 20, "IV": 18, "V": 16}),
                "Schooladvies": d.weigh({"vmbo-b/k": 20, "vmbo-t": 24, "havo": 28, "vwo": 22, "": 6}),
                "Dyslexie": d.weigh({"nee": 90, "ja": 10}),
                "Ouder 1": f"{parent.given} {p.surname}",
                "Tel. ouder 1": d.key("06-99999999"),
                "Inschrijfdatum": d.day(date(p.born.year + 4, 1, 8), date(p.born.year + 4, 12, 20)).strftime(DUTCH),
                "Zorgnotitie": free_text(
                    d,
                    0.35,
                    "{given} krijgt {number} minuten extra per week",
                    "Gesprek met ouders gepland",
                    "Logopedie via mw. {surname}",
                ),
            }
        )
    return made


@table("nl", 400, registry=UNSEEN)
def meldingen_openbare_ruimte(d: Draw, rows: int) -> list[Row]:
    clerks = staff(d, 8, "{initial}. {surname}")
    made = []
    for n, p in enumerate(crowd(d, rows, 2005, 1943)):
        start = d.moment(date(2024, 1, 2), date(2024, 8, 30))
        made.append(
            {
                "melding_id": f"MOR-{240900 + n}",
                "melder": f"{p.given} {p.surname}",
                "e_mail": d.some(0.75, mail(d, p, "post.nl", "thuis.nl", "bus.nl")),
                "huisadres": f"{d.pick(['Lindelaan', 'Kerkstraat', 'Havenweg', 'Tulpstraat'])} {d.whole(1, 140)}",
                "buurt": d.skew(["Binnenstad", "Vogelwijk", "De Baarsjes", "Zuiderpark", "Haveneiland", "Molenbuurt"]),
                "categorie": d.skew(
                    ["afval", "straatverlichting", "overlast jongeren", "wegdek", "groen", "dakloze persoon"]
                ),
                "omschrijving": free_text(
                    d,
                    1,
                    "Container zit al {number} dagen vol",
                    "Buurman {given} {surname} dumpt grof vuil",
                    "Lantaarnpaal {number} doet het niet",
                    "Graag terugbellen op {phone}",
                ),
                "gemeld_op": start.strftime("%Y-%m-%d %H:%M"),
                "afgehandeld_op": d.some(0.9, later(d, start, 300, 30000).strftime("%Y-%m-%d %H:%M")),
                "behandelaar": d.skew(clerks),
                "prioriteit": d.weigh({"laag": 40, "normaal": 48, "hoog": 12}),
                "waardering": d.weigh({"1": 8, "2": 12, "3": 26, "4": 34, "5": 20}),
                "bron": d.weigh({"app": 52, "website": 30, "telefoon": 18}),
                "x_rd": d.normal(121000, 1400, 0),
                "y_rd": d.normal(487000, 1200, 0),
            }
        )
    return made
