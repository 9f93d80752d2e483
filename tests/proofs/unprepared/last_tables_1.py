"""The last tables in English."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

from unprepared.kit import Draw, Row, table
from unprepared.last_kit import LAST, facts, folk, later, team, years

STAMP = "%d/%m/%Y %H:%M"


@table("en", 320, registry=LAST)
def ed_attendances(d: Draw, rows: int) -> list[Row]:
    people = folk(d, 215, 2023, 1929)
    keys = d.keys("K9999999", 215)
    ethnic = facts(d, people, {"A": 60, "B": 2, "C": 9, "H": 6, "J": 7, "M": 3, "N": 5, "R": 1, "Z": 7})
    area = facts(d, people, {"LS6": 9, "LS7": 8, "LS8": 12, "LS9": 10, "LS11": 6, "LS15": 4, "WF3": 2, "BD3": 1})
    doctors = team(d, 11, "Dr {initial} {surname}") + team(d, 4, "ANP {given} {surname}")
    seen = {
        "Chest pain": ("Angina", "Costochondritis", "Myocardial infarction", "Gastro-oesophageal reflux"),
        "Limb injury": ("Fracture of radius", "Ankle sprain", "Soft tissue injury", "Dislocation of shoulder"),
        "Shortness of breath": ("Asthma", "Pneumonia", "COPD exacerbation", "Pulmonary embolism"),
        "Abdominal pain": ("Appendicitis", "Gastroenteritis", "Renal colic", "Constipation"),
        "Head injury": ("Concussion", "Scalp laceration", "Minor head injury"),
        "Overdose": ("Paracetamol poisoning", "Alcohol intoxication", "Opioid poisoning"),
        "Fever": ("Viral illness", "Urinary tract infection", "Sepsis"),
    }
    left = {"Discharged home": 55, "Admitted to ward": 26, "Left before treatment": 8, "Transferred": 6, "Died": 1}
    made = []
    for number, p in enumerate(d.rows_of(people, rows)):
        arrived = datetime.combine(d.day(date(2024, 1, 1), date(2024, 3, 31)), time(d.whole(0, 23), d.whole(0, 59)))
        complaint = d.skew(list(seen))
        made.append(
            {
                "attendanceId": f"ED{2400311 + 3 * number}",
                "localPatientId": keys[p.number],
                "patientName": f"{p.surname.upper()}, {p.given}",
                "dateOfBirth": p.born.strftime("%d/%m/%Y"),
                "ageAtArrival": str(years(p.born, arrived.date())),
                "statedGender": "2" if p.woman else "1",
                "ethnicCategory": ethnic[p.number],
                "postcodeDistrict": area[p.number],
                "arrivalMode": d.weigh({"Walked in": 58, "Ambulance": 34, "Police": 4, "Helicopter": 1}),
                "arrivalDateTime": arrived.strftime(STAMP),
                "departureDateTime": (arrived + timedelta(minutes=d.whole(25, 640))).strftime(STAMP),
                "attendanceCategory": d.weigh({"1": 88, "2": 5, "3": 7}),
                "chiefComplaint": complaint,
                "acuity": d.weigh({"1": 2, "2": 14, "3": 48, "4": 30, "5": 6}),
                "diagnosis": d.some(0.93, d.skew(seen[complaint]), "Not recorded"),
                "treatingClinician": d.skew(doctors),
                "dischargeDestination": d.weigh(left),
            }
        )
    return made


@table("en", 260, registry=LAST)
def cancer_registry_extract(d: Draw, rows: int) -> list[Row]:
    people, keys = folk(d, 242, 1999, 1926), d.keys("1099999999", 242)
    sites = {"C50.4": 8500, "C61": 8140, "C34.1": 8070, "C18.7": 8140, "C43.5": 8720, "C67.9": 8120, "C25.0": 8500}
    places = d.keys("E0100999[", 60)
    lsoa = [d.pick(places).replace("[", str(d.whole(0, 9))) for _ in people]
    white = facts(d, people, {"A": 80, "C": 4, "H": 4, "M": 3, "N": 2, "X": 6})
    rich = facts(d, people, {"1 - least deprived": 20, "2": 22, "3": 20, "4": 20, "5 - most deprived": 18})
    bases, made = {"7": 84, "5": 5, "2": 6, "1": 3, "0": 2}, []
    for p in d.rows_of(people, rows):
        found = d.day(date(2019, 1, 1), date(2021, 12, 31))
        site = d.skew([each for each in sites if each != ("C61" if p.woman else "C50.4")])
        stage, dead = d.weigh({"1": 24, "2": 22, "3": 18, "4": 21, "?": 9, "": 6}), d.chance(0.3)
        made.append(
            {
                "PATIENTID": keys[p.number],
                "TUMOURID": d.key("2099999999"),
                "BIRTHDATEBEST": p.born.isoformat(),
                "SEX": "2" if p.woman else "1",
                "AGE_AT_DIAG": str(years(p.born, found)),
                "LSOA11_CODE": lsoa[p.number],
                "QUINTILE_2019": rich[p.number],
                "ETHNICITY": white[p.number],
                "DIAGNOSISDATEBEST": found.isoformat(),
                "BASISOFDIAGNOSIS": d.weigh(bases),
                "SITE_ICD10_O2": site.replace(".", ""),
                "MORPH_ICD10_O2": str(sites[site]) if d.chance(0.8) else "8000",
                "LATERALITY": d.weigh({"L": 38, "R": 36, "9": 14, "8": 8, "B": 2}),
                "STAGE_BEST": stage,
                "GRADE": d.weigh({"G1": 14, "G2": 38, "G3": 28, "GX": 18}),
                "TUMOURSIZE": d.some(0.7, str(d.whole(3, 95)), d.pick(["", "999"])),
                "PERFORMANCESTATUS": d.weigh({"0": 34, "1": 28, "2": 12, "3": 6, "4": 2, "9": 20}),
                "DIAG_TRUST": d.skew(["RR8", "RCF", "RAE", "RWY", "RXF", "RCB"]),
                "VITALSTATUS": "D" if dead else d.weigh({"A": 97, "X": 3}),
                "VITALSTATUSDATE": (later(d, found, 20, 700) if dead else date(2023, 1, 5)).isoformat(),
            }
        )
    return made


@table("en", 240, registry=LAST)
def mds_assessments(d: Draw, rows: int) -> list[Row]:
    people, form = folk(d, 74, 1958, 1923), "%m/%d/%Y"
    keys = d.keys("99999999", 74)
    race = facts(d, people, {"White": 70, "Black or African American": 16, "Hispanic": 8, "Asian": 4, "Unknown": 2})
    wed = facts(d, people, {"Widowed": 52, "Married": 22, "Divorced": 14, "Never married": 10, "Separated": 2})
    tongue = facts(d, people, {"English": 88, "Spanish": 8, "Polish": 2, "Tagalog": 2})
    entry = [d.day(date(2021, 2, 1), date(2023, 6, 30)) for _ in people]
    came = facts(d, people, {"Acute hospital": 61, "Community": 24, "Another nursing home": 10, "Hospice": 3})
    height = [str(d.whole(57, 67) if p.woman else d.whole(63, 75)) for p in people]
    nurses = team(d, 7, "{given} {surname}, RN")
    bladder = {"Always continent": 22, "Occasionally incontinent": 24, "Frequently incontinent": 30}
    return [
        {
            "resident_internal_id": keys[p.number],
            "last_name": p.surname,
            "first_initial": p.given[0],
            "birth_date": p.born.strftime(form),
            "gender": "F" if p.woman else "M",
            "race_ethnicity": race[p.number],
            "marital_status": wed[p.number],
            "preferred_language": tongue[p.number],
            "room": f"{100 + p.number // 2}{'AB'[p.number % 2]}",
            "assessment_type": d.weigh({"Quarterly": 60, "Annual": 16, "Admission": 14, "Significant change": 10}),
            "assessment_ref_date": later(d, entry[p.number], 5, 420).strftime(form),
            "entry_date": entry[p.number].strftime(form),
            "entered_from": came[p.number],
            "bims_score": d.some(0.85, str(d.whole(0, 15)), "-"),
            "phq9_total": d.some(0.8, str(d.pick([0, 0, 1, 2, 3, 4, 5, 7, 9, 12, 17])), "-"),
            "bladder_continence": d.weigh({**bladder, "Always incontinent": 24}),
            "falls_since_last": d.weigh({"0": 66, "1": 24, "2+": 10}),
            "height_in": height[p.number],
            "weight_lb": d.normal(148, 27, 0, 82),
            "completed_by": d.skew(nurses),
            "form_version": d.weigh({"1.17.2": 70, "1.18.11": 30}),
        }
        for p in d.rows_of(people, rows)
    ]


@table("en", 420, registry=LAST)
def gcse_results(d: Draw, rows: int) -> list[Row]:
    people, uci = folk(d, 112, 2007, 2006), d.keys("38124099999999A", 112)
    eal, poor = facts(d, people, {"N": 82, "Y": 18}), facts(d, people, {"N": 71, "Y": 29})
    help_ = facts(d, people, {"": 80, "25% XT": 11, "Reader": 3, "Scribe": 2, "25% XT; WP": 4})
    subjects = ["Mathematics", "English Lang", "Comb. Sci: Trilogy", "French", "Geography", "RS", "Art & Design"]
    grades = {"9": 4, "8": 7, "7": 12, "6": 15, "5": 18, "4": 18, "3": 13, "2": 7, "1": 4, "U": 2, "X": 1}
    return [
        {
            "Series": d.weigh({"Jun-23": 91, "Nov-23": 9}),
            "Centre No": d.weigh({"38124": 64, "38127": 36}),
            "UCI": uci[p.number],
            "Candidate Name": f"{p.surname.upper()} {p.given}",
            "D.O.B.": p.born.strftime("%d/%m/%y"),
            "Sex": "F" if p.woman else "M",
            "Yr Grp": "12" if p.born < date(2006, 9, 1) else "11" if p.born < date(2007, 9, 1) else "10",
            "Subject": d.skew(subjects),
            "Tier": d.weigh({"H": 52, "F": 38, "": 10}),
            "Access Arr.": help_[p.number],
            "Raw Mark": d.some(0.97, str(d.whole(11, 228)), "ABS"),
            "Grade": d.weigh(grades),
            "EAL": eal[p.number],
            "PP": poor[p.number],
        }
        for p in d.rows_of(people, rows)
    ]


@table("en", 380, registry=LAST)
def trial_visits(d: Draw, rows: int) -> list[Row]:
    people = folk(d, 64, 1990, 1944)
    site = [d.weigh({"101": 30, "102": 22, "205": 28, "310": 20}) for _ in people]
    chiefs = dict(zip(["101", "102", "205", "310"], team(d, 4, "{surname}, {initial}"), strict=True))
    lands = {"101": "GBR", "102": "GBR", "205": "IRL", "310": "AUS"}
    arm = facts(d, people, {"Placebo": 33, "Drug X 10 mg": 34, "Drug X 25 mg": 33})
    race = facts(d, people, {"WHITE": 74, "ASIAN": 12, "BLACK OR AFRICAN AMERICAN": 9, "OTHER": 3})
    signed = [d.day(date(2022, 2, 1), date(2023, 1, 31)) for _ in people]
    end = facts(d, people, {"COMPLETED": 76, "ADVERSE EVENT": 8, "WITHDRAWAL BY SUBJECT": 10, "LOST TO FOLLOW-UP": 6})
    visits = [("1", "SCREENING", 0), ("2", "BASELINE", 14), ("3", "WEEK 4", 42), ("4", "WEEK 12", 98)]
    visits += [("5", "WEEK 24", 182), ("6", "WEEK 36", 266)]
    events = {"": 66, "HEADACHE": 9, "NAUSEA": 8, "DIZZINESS": 5, "RASH": 4, "ALT INCREASED": 3, "SYNCOPE": 1}
    made = []
    for turn in range(rows):
        p = people[turn % 64]
        number, visit, days = visits[turn // 64 % 6]
        n = p.number
        made.append(
            {
                "STUDYID": "KX-0217",
                "USUBJID": f"KX-0217-{site[n]}-{n + 1:04d}",
                "SITEID": site[n],
                "INVNAM": chiefs[site[n]].upper(),
                "BRTHDTC": p.born.strftime("%Y-%m"),
                "AGE": str(years(p.born, signed[n])),
                "AGEU": "YEARS",
                "SEX": "F" if p.woman else "M",
                "RACE": race[n],
                "COUNTRY": lands[site[n]],
                "ARM": arm[n],
                "RFICDTC": signed[n].isoformat(),
                "VISITNUM": number,
                "VISIT": visit,
                "SVSTDTC": later(d, signed[n], days, days + 6).isoformat(),
                "SYSBP": d.normal(131, 14, 0),
                "WEIGHT": d.some(0.96, d.normal(79, 13)),
                "AETERM": d.weigh(events),
                "DSDECOD": end[n],
            }
        )
    return made


@table("en", 300, registry=LAST)
def police_stops(d: Draw, rows: int) -> list[Row]:
    people, collars = folk(d, rows, 2008, 1956), d.keys("PC9999", 34)
    self_ = {"White - British": 52, "Asian - Pakistani": 12, "Black - Caribbean": 9, "Black - African": 8}
    self_ |= {"Mixed - White and Black Caribbean": 6, "White - Other": 6, "Not stated": 7}
    seen = {"W": "White", "A": "Asian", "B": "Black", "M": "Black", "N": "Other"}
    law = {"Misuse of Drugs Act 1971 s23": 61, "PACE 1984 s1": 32, "CJPO Act 1994 s60": 5, "Firearms Act 1968 s47": 2}
    objects = {"Controlled drugs": 60, "Offensive weapons": 16, "Stolen goods": 12, "Going equipped": 8, "Fireworks": 1}
    outcomes = {"No further action": 66, "Community resolution": 12, "Arrest": 14, "Caution": 3, "Penalty notice": 3}
    notes = ["Smell of cannabis from vehicle", "Matched description given by caller", "Ran off on seeing patrol"]
    notes += ["Gave brother's details at first", "Known to officers", "Search conducted in front of mother"]
    notes += [f"With {p.given} {p.surname}" for p in folk(d, 12)] + ["Declined copy of record", "Bag searched"]
    made = []
    for p in people:
        identity = d.weigh(self_)
        made.append(
            {
                "stop_ref": f"SS/{24_00917 + 2 * p.number}/24",
                "officer_collar_no": d.skew(collars),
                "subject_name": d.some(0.86, f"{p.given} {p.surname}", "REFUSED"),
                "subject_dob": d.some(0.86, p.born.strftime("%d-%b-%Y")),
                "self_defined_ethnicity": identity,
                "officer_defined_ethnicity": seen[identity[0]],
                "gender": d.some(0.98, "Female" if p.woman else "Male", "Other"),
                "stop_date": d.day(date(2024, 2, 1), date(2024, 7, 31)).strftime("%d-%b-%Y"),
                "stop_time": d.clock(),
                "latitude": f"{53.79 + d.random.gauss(0, 0.03):.6f}",
                "longitude": f"{-1.75 + d.random.gauss(0, 0.05):.6f}",
                "legislation": d.weigh(law),
                "object_of_search": d.weigh(objects),
                "outcome": d.weigh(outcomes),
                "body_worn_video": d.share(Yes=93, No=7),
                "remarks": d.remark(0.6, *notes),
            }
        )
    return made
