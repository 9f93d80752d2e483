"""The fresh tables in Portuguese and Dutch."""

from __future__ import annotations

from datetime import date

from unprepared.fresh_kit import FRESH, after, aged, clock, code, codes, crowd, figure, lasting, post, remark, staff
from unprepared.kit import Draw, Row, table

SLASH = "%d/%m/%Y"
DASH = "%d-%m-%Y"


@table("pt", 330, delimiter=";", registry=FRESH)
def consultas_centro_saude(d: Draw, rows: int) -> list[Row]:
    people = crowd(d, 140, 2005, 1932)
    users, files = codes(d, "#########", 140), codes(d, "P-#####", 140)
    parish = lasting(d, people, {"Santa Maria": 38, "São Pedro": 26, "Ribeira": 14, "Vale de Cambra": 8, "Arões": 4})
    job = lasting(
        d, people, {"Reformado": 34, "Empregado de balcão": 14, "Operário": 18, "Professor": 8, "Estudante": 16}
    )
    doctors = staff(d, 6, "Dr. {given} {surname}")
    made = []
    for p in d.rows_of(people, rows):
        day = d.day(date(2024, 1, 2), date(2024, 9, 30))
        weight = d.whole(46, 118)
        made.append(
            {
                "N.º utente": users[p.number],
                "N.º processo": files[p.number],
                "Nome": f"{p.given} {p.second} {p.surname}",
                "Data nasc.": p.born.strftime(SLASH),
                "Sexo": "F" if p.woman else "M",
                "Freguesia": parish[p.number],
                "Profissão": job[p.number],
                "Médico de família": d.skew(doctors),
                "Data consulta": day.strftime(SLASH),
                "Hora": clock(d, 8, 19, 15, "h"),
                "Tipo de consulta": d.weigh({"Presencial": 70, "Telefónica": 22, "Domicílio": 8}),
                "Motivo": d.skew(
                    ["Hipertensão", "Renovação de receita", "Lombalgia", "Tosse", "Ansiedade", "Contraceção"]
                ),
                "Peso": d.some(0.8, f"{weight} kg", "-"),
                "TA sistólica": d.some(0.85, str(d.whole(98, 184)), "-"),
                "Baixa médica": d.weigh({"Não": 86, "Sim": 14}),
            }
        )
    return made


@table("pt", 230, registry=FRESH)
def alunos_universidade(d: Draw, rows: int) -> list[Row]:
    numbers = codes(d, "up20#######", rows)
    made = []
    for n, p in enumerate(crowd(d, rows, 2006, 1990)):
        entry = d.day(date(2024, 8, 26), date(2024, 10, 4))
        made.append(
            {
                "numero_aluno": numbers[n],
                "nome_completo": f"{p.given} {p.second} {p.surname}",
                "email_institucional": f"{numbers[n]}@edu.univ-porto.pt",
                "telemovel": code(d, "91# ### ###"),
                "nif": code(d, "2########"),
                "data_nascimento": p.born.isoformat(),
                "nacionalidade": d.weigh({"Portuguesa": 82, "Brasileira": 10, "Angolana": 4, "Cabo-verdiana": 2}),
                "curso": d.skew(
                    ["Direito", "Engenharia Informática", "Enfermagem", "Psicologia", "Arquitetura", "Filosofia"]
                ),
                "ano_curricular": d.weigh({"1": 40, "2": 32, "3": 28}),
                "regime": d.weigh({"Ordinário": 84, "Trabalhador-estudante": 16}),
                "data_inscricao": entry.isoformat(),
                "bolseiro": d.weigh({"Sim": 24, "Não": 76}),
                "propina_em_divida": d.some(0.2, figure(d, 60, 697, 2, ","), "0,00"),
                "media_atual": d.some(0.93, figure(d, 9.5, 18.5, 2, ","), "n/a"),
            }
        )
    return made


@table("pt", 240, registry=FRESH)
def inquerito_satisfacao(d: Draw, rows: int) -> list[Row]:
    made = []
    scale = {"Muito satisfeito": 27, "Satisfeito": 41, "Nem um nem outro": 15, "Insatisfeito": 12, "NS/NR": 5}
    for n in range(rows):
        made.append(  # noqa: PERF401
            {
                "nreg": str(5001 + n),
                "sessid": "".join(d.pick("0123456789abcdef") for _ in range(20)),
                "vers": d.weigh({"v1": 33, "v2": 67}),
                "dt_resp": d.day(date(2025, 2, 3), date(2025, 4, 30)).strftime(DASH),
                "d1_gen": d.weigh({"M": 45, "F": 53, "O": 2}),
                "d2_gret": d.weigh({"18-29": 20, "30-44": 30, "45-59": 28, "60-74": 17, "75+": 5}),
                "d3_conc": d.weigh({"0105": 30, "0109": 22, "0113": 18, "0101": 9, "0119": 4}),
                "d4_hab": d.weigh({"1": 12, "2": 25, "3": 33, "4": 27, "9": 3}),
                "s1_atend": d.weigh(scale),
                "s2_espera": d.weigh(scale),
                "s3_inst": d.weigh(scale),
                "nps": d.some(0.92, str(d.whole(0, 10)), "99"),
                "pol_part": d.weigh({"1": 22, "2": 24, "3": 9, "4": 8, "98": 37}),
                "obs_txt": remark(
                    d, 0.25, "A D. {given} do balcão foi simpática", "Muito tempo à espera", "Falei com {surname}"
                ),
            }
        )
    return made


@table("nl", 350, delimiter=";", registry=FRESH)
def huisarts_contacten(d: Draw, rows: int) -> list[Row]:
    people = crowd(d, 130, 2022, 1931)
    numbers, service = codes(d, "1#####", 130), codes(d, "2########", 130)
    zips = [code(d, "97##") for _ in people]
    insurer = lasting(d, people, {"Zilveren Kruis": 40, "Menzis": 34, "VGZ": 16, "DSW": 3})
    doctors = codes(d, "@@@", 6)
    icpc = ["K86", "R05", "L03", "P76", "T90.02", "A04", "S88", "U71"]
    made = []
    for p in d.rows_of(people, rows):
        made.append(  # noqa: PERF401
            {
                "Patiëntnummer": numbers[p.number],
                "BSN": service[p.number],
                "Voorletters": f"{p.given[0]}.{d.pick('ABCDEGHJM')}.",
                "Achternaam": p.surname,
                "Geboortedatum": p.born.strftime(DASH),
                "Geslacht": "V" if p.woman else "M",
                "Postcode cijfers": zips[p.number],
                "Verzekeraar": insurer[p.number],
                "Datum contact": d.day(date(2024, 1, 2), date(2024, 12, 23)).strftime(DASH),
                "Tijdstip": clock(d, 8, 17, 5),
                "Soort contact": d.weigh({"Consult": 58, "Telefonisch": 27, "Visite": 8, "E-consult": 7}),
                "ICPC-code": d.skew(icpc),
                "Journaaltekst": remark(
                    d, 0.9, "Hoest sinds {day} dagen", "Zorgen om dochter {given}", "Verwezen door {surname}"
                ),
                "Bloeddruk": d.some(0.5, f"{d.whole(104, 176)}/{d.whole(60, 99)}", "onbekend"),
                "Huisarts": d.pick(doctors),
            }
        )
    return made


@table("nl", 310, registry=FRESH)
def webshop_bestellingen(d: Draw, rows: int) -> list[Row]:
    people, keys = crowd(d, 180, 2004, 1950), codes(d, "1000####", 180)
    mails = [post(d, p, "ziggo.nl", "kpnmail.nl", "gmail.com") for p in people]
    place = lasting(d, people, {"Utrecht": 28, "Zwolle": 18, "Breda": 16, "Leiden": 14, "Almere": 12, "Sneek": 4})
    streets = [f"{d.pick(['Dorpsstraat', 'Kerkweg', 'Lindelaan', 'Molenstraat'])} {d.whole(1, 160)}" for _ in people]
    made = []
    for n, p in enumerate(d.rows_of(people, rows)):
        day = d.day(date(2025, 1, 2), date(2025, 6, 15))
        back = d.chance(0.2)
        made.append(
            {
                "bestelnummer": f"W25{n * 3 + 40211}",
                "klantnummer": keys[p.number],
                "naam": f"{p.given[0]}. {p.surname}",
                "emailadres": mails[p.number],
                "straat_huisnr": streets[p.number],
                "woonplaats": place[p.number],
                "besteldatum": day.strftime(DASH),
                "bezorgdatum": after(d, day, 1, 6).strftime(DASH),
                "productgroep": d.skew(["Dameskleding", "Speelgoed", "Vitamines", "Lingerie", "Tuin", "Boeken"]),
                "bedrag": figure(d, 8, 190, 2, ","),
                "betaalwijze": d.weigh({"iDEAL": 60, "Achteraf betalen": 24, "Creditcard": 16}),
                "retour": "ja" if back else "nee",
                "kortingscode": d.weigh({"": 68, "WELKOM10": 20, "LENTE25": 12}),
                "nieuwsbrief": d.weigh({"ja": 46, "nee": 54}),
            }
        )
    return made


@table("nl", 200, delimiter=";", registry=FRESH)
def uitkeringen(d: Draw, rows: int) -> list[Row]:
    numbers, files = codes(d, "#########", rows), codes(d, "PW######", rows)
    workers = codes(d, "KM##", 9)
    made = []
    for n, p in enumerate(crowd(d, rows, 2004, 1958)):
        asked = d.day(date(2023, 1, 5), date(2024, 9, 30))
        granted = after(d, asked, 10, 56)
        made.append(
            {
                "CLIENTNR": numbers[n],
                "DOSNR": files[n],
                "GEBDAT": p.born.strftime(SLASH),
                "LFT": str(aged(p.born, asked)),
                "GESL": "V" if p.woman else "M",
                "BURGST": d.weigh({"ONG": 46, "GEH": 24, "GES": 26, "WED": 4}),
                "AANT_KIND": str(d.weigh({0: 46, 1: 22, 2: 19, 3: 9, 5: 2})),
                "WIJK": d.weigh({"01": 30, "03": 24, "04": 18, "07": 12, "11": 5}),
                "OPL_NIV": d.weigh({"BO": 18, "VMBO": 36, "MBO": 30, "HBO": 10, "WO": 4, "ONB": 2}),
                "DAT_AANVR": asked.strftime(SLASH),
                "DAT_BESL": granted.strftime(SLASH),
                "BESL": d.weigh({"TOEGEKEND": 76, "AFGEWEZEN": 16, "INGETROKKEN": 8}),
                "BEDR_MND": figure(d, 290, 1870, 2, ","),
                "SCHULD": d.weigh({"J": 38, "N": 54, "?": 8}),
                "AANVR_KAN": d.weigh({"DIG": 64, "BALIE": 28, "POST": 8}),
                "KLM": d.pick(workers),
            }
        )
    return made
