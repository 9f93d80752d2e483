"""The last tables in Italian and Portuguese."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

from unprepared.kit import Draw, Row, ascii_only, comma, table
from unprepared.last_kit import LAST, facts, folk, later, team, years

D = "%d/%m/%Y"


@table("it", 110, delimiter=";", registry=LAST)
def permessi_soggiorno(d: Draw, rows: int) -> list[Row]:
    lands = {
        "Albania": ("Blerina Arjan Mirela Dritan Elona", "Gjoka Leka Prifti Dervishi"),
        "Marocco": ("Hanane Rachid Souad Abdelkrim Naima", "El Amrani Bouazza Chraibi Lahlou"),
        "Bangladesh": ("Shirin Rafiq Nasrin Jahangir Moni", "Miah Sarker Talukder Mollah"),
        "Perù": ("Flor Wilmer Maribel Edson Yesenia", "Quispe Huamán Mamani Ccori"),
        "Nigeria": ("Blessing Sunday Joy Osas Patience", "Osagie Ehigie Igbinovia Aimufua"),
        "Cina": ("Xiaoli Jianguo Meifang Weidong Lihua", "Zheng Hu Lin Ye"),
    }
    why = {
        "Lavoro subordinato": 34,
        "Famiglia": 36,
        "Studio": 10,
        "Protezione internazionale": 14,
        "Lavoro autonomo": 6,
    }
    firms = ["", "", "Coop. Arcobaleno", "Edil Brianza srl", "Trattoria da Nino", "Agricola Sole", "Fam. Fumagalli"]
    civil = {"Coniugato/a": 50, "Celibe/Nubile": 42, "Divorziato/a": 5, "Vedovo/a": 3}
    towns = ["Monza", "Lissone", "Desio", "Seregno", "Cesano Maderno", "Brugherio", "Vimercate", "Giussano"]
    passports, made = d.keys("AA9999999", rows), []
    for p in folk(d, rows, 2004, 1962):
        land = d.skew(list(lands))
        given, surnames = (each.replace("El ", "El_").split() for each in lands[land])
        entered = d.day(date(2022, 6, 1), date(2023, 9, 30))
        asked = later(d, entered, 2, 8)
        outcome = d.weigh({"Rilasciato": 72, "Rigettato": 12, "In istruttoria": 16})
        made.append(
            {
                "N. pratica": f"MB{2300415 + 6 * p.number}",
                "Cognome": d.pick(surnames).replace("_", " ").upper(),
                "Nome": given[2 * d.whole(0, 2)] if p.woman else given[2 * d.whole(0, 1) + 1],
                "Data nasc.": p.born.strftime(D),
                "Cittadinanza": land,
                "Stato civ.": d.weigh(civil),
                "N. passaporto": passports[p.number],
                "Comune residenza": d.skew(towns),
                "Motivo": d.weigh(why),
                "Data ingresso": entered.strftime(D),
                "Data richiesta": asked.strftime(D),
                "Scadenza": later(d, asked, 365, 1460).strftime(D) if outcome == "Rilasciato" else "",
                "Esito": outcome,
                "Sportello": d.weigh({"1": 40, "2": 34, "3": 26}),
                "Datore di lavoro": d.pick(firms),
            }
        )
    return made


@table("it", 560, delimiter=";", registry=LAST)
def diario_alimentare(d: Draw, rows: int) -> list[Row]:
    people = folk(d, 64, 2006, 1946)
    foods = {
        "caffè espresso": (30, 2),
        "pasta al pomodoro": (230, 340),
        "pane comune": (60, 165),
        "insalata verde": (90, 20),
        "mela": (160, 84),
        "petto di pollo": (130, 190),
        "yogurt bianco": (125, 80),
        "vino rosso": (150, 112),
        "biscotti frollini": (40, 180),
        "parmigiano": (25, 100),
        "merluzzo": (150, 110),
    }
    diet = facts(d, people, {"nessuna": 72, "vegetariana": 10, "senza glutine": 6, "ipocalorica": 8, "vegana": 4})
    height = [d.whole(151, 175) if p.woman else d.whole(162, 190) for p in people]
    weight = [comma(d.normal(63 if p.woman else 78, 10)) for p in people]
    first = [d.day(date(2022, 10, 3), date(2023, 9, 25)) for _ in people]
    caller = facts(d, people, {"R03": 24, "R07": 30, "R11": 20, "R12": 14, "R15": 12})
    meals = {"colazione": (7, 9), "spuntino": (10, 11), "pranzo": (12, 14), "merenda": (16, 17), "cena": (19, 21)}
    notes = ["porzione stimata dal marito", "cena di compleanno da zia Pina", "non ricorda il condimento"]
    notes += ["mangiato in fretta al bar Sport", "era a dieta per le analisi", "intervista interrotta"]
    made = []
    for p in d.rows_of(people, rows):
        food, meal = d.skew(list(foods)), d.pick(list(meals))
        grams = max(5, int(foods[food][0] * d.random.lognormvariate(0, 0.3)))
        made.append(
            {
                "id_sogg": f"S{p.number * 7 + 112:04d}",
                "eta": str(2023 - p.born.year),
                "sesso": "F" if p.woman else "M",
                "statura_cm": str(height[p.number]),
                "peso_kg": weight[p.number],
                "data_rilev": (first[p.number] + timedelta(days=d.pick([0, 1, 5]))).strftime("%d/%m/%y"),
                "ora": d.clock(*meals[meal]).replace(":", "."),
                "pasto": meal,
                "luogo": d.weigh({"casa": 62, "lavoro": 16, "bar": 10, "ristorante": 7, "mensa": 8}),
                "alimento": food,
                "quantita_g": str(grams),
                "energia_kcal": comma(f"{grams * foods[food][1] / foods[food][0]:.1f}"),
                "dieta_part": diet[p.number],
                "cod_rilevatore": caller[p.number],
                "note": d.remark(0.15, *notes),
            }
        )
    return made


@table("pt", 500, delimiter=";", registry=LAST)
def chamadas(d: Draw, rows: int) -> list[Row]:
    people, numbers = folk(d, 78), [f"3519{each}" for each in d.keys("19999999", 78)]
    imei = d.keys("359999999999999", 78)
    since = [d.day(date(2015, 1, 5), date(2023, 11, 30)).isoformat() for _ in people]
    plan = facts(d, people, {"M5 Total": 38, "Pré-pago": 30, "Sub-25": 18, "Empresas": 14})
    risk = facts(d, people, {"baixo": 62, "médio": 26, "alto": 12})
    towns = ["Almada", "Seixal", "Barreiro", "Montijo", "Sesimbra", "Setúbal", "Palmela", "Moita", "Alcochete"]
    home, made = [d.skew(towns) for _ in people], []
    for p in d.rows_of(people, rows):
        start = datetime.combine(d.day(date(2024, 3, 1), date(2024, 3, 31)), time(d.whole(0, 23), d.whole(0, 59), 7))
        kind = d.weigh({"VOZ": 52, "SMS": 22, "DADOS": 26})
        town = home[p.number] if d.chance(0.8) else d.pick(towns)
        made.append(
            {
                "MSISDN": numbers[p.number],
                "IMEI": imei[p.number],
                "NUM_DESTINO": "" if kind == "DADOS" else "3519" + d.key("69999999"),
                "TIPO_SERV": kind,
                "DT_INICIO": (start + timedelta(seconds=d.whole(0, 50))).strftime("%Y-%m-%d %H:%M:%S"),
                "DUR_SEG": str(int(d.random.expovariate(1 / 140))) if kind == "VOZ" else "0",
                "CELULA": f"268-{ascii_only(town)[:3].upper()}-{d.whole(1, 24):03d}",
                "CONCELHO": town,
                "CUSTO": comma(d.pick(["0.0000", d.money(0.11, 0.6, 4)])),
                "TARIFARIO": plan[p.number],
                "DT_ATIVACAO": since[p.number],
                "RISCO_CHURN": risk[p.number],
            }
        )
    return made


@table("pt", 200, delimiter=";", registry=LAST)
def sinistros_auto(d: Draw, rows: int) -> list[Row]:
    cars = ["Renault Clio", "Peugeot 208", "Opel Corsa", "VW Golf", "Seat Ibiza", "Dacia Sandero", "BMW 320d"]
    cars += ["Fiat Punto", "Toyota Yaris", "Mercedes A180", "Citroën C3", "Tesla Model 3"]
    places = ["Braga", "Guimarães", "Barcelos", "Fafe", "Vila Verde", "Póvoa de Lanhoso", "A3 km 41", "EN14"]
    notes = ["O condutor diz que não viu o sinal", "A outra viatura, do Sr. Abílio Matos, bateu por trás"]
    notes += ["Choque em cadeia na rotunda", "Despiste com piso molhado", "Declaração amigável assinada pelos dois"]
    notes += ["Vidro partido no parque do hospital", "Testemunha: vizinha do 2.º esq.", "GNR no local"]
    plates, policies = d.keys("99-AA-99", rows), d.keys("0045.99999999", rows)
    experts, made = team(d, 6, "Eng. {given} {surname}"), []
    for p in folk(d, rows, 2003, 1943):
        day = d.day(date(2022, 1, 3), date(2023, 12, 22))
        licence = date(p.born.year + 18, 1, 1) + timedelta(days=d.whole(0, 300))
        made.append(
            {
                "apoliceNr": policies[p.number],
                "tomador": f"{p.given} {p.second} {p.surname}",
                "condutorIdade": str(years(p.born, day)),
                "condutorSexo": "F" if p.woman else "M",
                "dataCarta": licence.strftime("%d-%m-%Y"),
                "matricula": plates[p.number],
                "marcaModelo": d.skew(cars),
                "dataOcorrencia": day.strftime("%d-%m-%Y"),
                "horaOcorrencia": d.clock().replace(":", "h"),
                "dataParticipacao": later(d, day, 0, 25).strftime("%d-%m-%Y"),
                "localOcorrencia": d.skew(places),
                "culpa": d.weigh({"0%": 38, "50%": 14, "100%": 48}),
                "feridos": d.weigh({"0": 84, "1": 12, "2": 3, "3": 1}),
                "indemnizacao": comma(d.money(1250, 0.9)) if d.chance(0.8) else "0,00",
                "perito": d.skew(experts),
                "descricao": d.remark(0.9, *notes),
            }
        )
    return made


@table("pt", 350, registry=LAST)
def avaliacoes_app(d: Draw, rows: int) -> list[Row]:
    people, keys = folk(d, 268, 2008, 1955), d.keys("xxxxxxxx-xxxx-4xxx-axxx-xxxxxxxxxxxx", 268)
    nicks = [
        d.pick([f"{p.given} {p.surname}", p.given.lower() + d.key("99"), f"{p.given[0]}{p.surname}_{d.key('9')}"])
        for p in people
    ]
    phones = ["SM-A145M", "moto g52", "Redmi Note 12", "iPhone13,2", "iPhone14,5", "SM-G991B", "moto e(7)", "Pixel 6a"]
    phone = [d.skew(phones) for _ in people]
    band = facts(d, people, {"menos de 18": 6, "18 a 24": 24, "25 a 34": 32, "35 a 49": 25, "50 ou mais": 13})
    plan = facts(d, people, {"grátis": 71, "premium": 24, "família": 5})
    texts = [
        "Trava toda hora depois da atualização",
        "Amei, uso com minha filha Bia todo dia",
        "Não abre no meu celular",
    ]
    texts += ["Cobraram duas vezes no cartão", "Bom mas tem muita propaganda", "Perdi minha sequência de 200 dias"]
    texts += ["O suporte da Camila resolveu rápido", "Nota dez", "Parou de sincronizar com o relógio"]
    made = []
    for p in d.rows_of(people, rows):
        day = d.day(date(2023, 5, 1), date(2024, 4, 30))
        sent = datetime.combine(day, time(d.whole(0, 23), d.whole(0, 59), d.whole(0, 59)))
        reply, form = sent + timedelta(hours=d.whole(2, 190)), "%Y-%m-%dT%H:%M:%SZ"
        made.append(
            {
                "review_id": d.key("gp:AAxAAxxAAAxxAxxA"),
                "device_id": keys[p.number],
                "user_name": nicks[p.number],
                "app_versao": d.weigh({"4.2.1": 40, "4.2.0": 24, "4.1.7": 20, "4.3.0-beta": 6}),
                "nota": d.weigh({"5": 44, "4": 14, "3": 8, "2": 8, "1": 26}),
                "texto": d.remark(0.93, *texts),
                "data_avaliacao": sent.strftime(form),
                "data_resposta": d.some(0.4, reply.strftime(form)),
                "modelo_aparelho": phone[p.number],
                "idioma": "pt_BR" if p.number % 6 else d.pick(["pt_PT", "en", "es"]),
                "faixa_etaria": band[p.number],
                "plano": plan[p.number],
            }
        )
    return made
