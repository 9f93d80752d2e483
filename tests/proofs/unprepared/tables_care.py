"""English tables of hospitals, courts and a veterinary practice, with the headers of public data dictionaries."""

from __future__ import annotations

from datetime import date, timedelta

from unprepared.kit import Draw, Row, table

RACES = {
    "WHITE": 60,
    "BLACK/AFRICAN AMERICAN": 15,
    "HISPANIC/LATINO - PUERTO RICAN": 6,
    "ASIAN - CHINESE": 4,
    "UNKNOWN": 5,
    "OTHER": 4,
}
HOME = {"HOME": 40, "HOME HEALTH CARE": 20, "SKILLED NURSING FACILITY": 15, "REHAB": 7, "DIED": 8, "HOSPICE": 3}


@table("en", 420)
def icu_admissions(d: Draw, rows: int) -> list[Row]:
    people = d.people(260)
    subject, stay, doctors = d.keys("1999999", 260), d.keys("2999999", rows), d.keys("P99AAA", 24)
    fixed = [
        (
            d.weigh(RACES),
            d.weigh({"ENGLISH": 85, "?": 6, "SPANISH": 5}),
            d.weigh({"MARRIED": 4, "SINGLE": 3, "WIDOWED": 2, "DIVORCED": 1, "": 0.5}),
        )
        for _ in people
    ]
    made = []
    for row, person in enumerate(d.rows_of(people, rows)):
        admitted = d.moment(date(2008, 1, 1), date(2019, 12, 20))
        arrived = admitted - timedelta(minutes=d.whole(40, 600))
        left = admitted + timedelta(hours=d.whole(14, 500))
        place = d.weigh(HOME)
        emergency = d.chance(0.7)
        race, language, married = fixed[person.number]
        made.append({
            "subject_id": subject[person.number], "hadm_id": stay[row], "admittime": str(admitted), "dischtime": str(left),
            "deathtime": str(left) if place == "DIED" else "",
            "admission_type": "EW EMER." if emergency else d.pick(["ELECTIVE", "OBSERVATION ADMIT", "SURGICAL SAME DAY ADMISSION"]),
            "admit_provider_id": d.skew(doctors),
            "admission_location": "EMERGENCY ROOM" if emergency else d.pick(["PHYSICIAN REFERRAL", "TRANSFER FROM HOSPITAL"]),
            "discharge_location": place, "insurance": d.weigh({"Medicare": 45, "Other": 40, "Medicaid": 10}),
            "language": language, "marital_status": married, "race": race,
            "edregtime": str(arrived) if emergency else "", "edouttime": str(admitted) if emergency else "",
            "hospital_expire_flag": "1" if place == "DIED" else "0",
        })  # fmt: skip
    return made


@table("en", 300)
def unit_stays(d: Draw, rows: int) -> list[Row]:
    people = d.people(210, 2000, 1920)
    unique, system, unit = (
        [f"{d.pick(['002', '005', '021'])}-{d.whole(1000, 99999)}" for _ in people],
        d.keys("199999", rows),
        d.keys("299999", rows),
    )
    ethnic = [d.weigh({"Caucasian": 75, "African American": 12, "Hispanic": 6, "Asian": 3, "": 2}) for _ in people]
    made = []
    for row, person in enumerate(d.rows_of(people, rows)):
        age, weight, alive = 2015 - person.born.year, d.random.gauss(82, 18), d.chance(0.91)
        made.append({
            "patientunitstayid": unit[row], "patienthealthsystemstayid": system[row], "gender": "Female" if person.woman else "Male",
            "age": "> 89" if age > 89 else str(age), "ethnicity": ethnic[person.number],
            "hospitalid": d.skew(["73", "264", "420", "443", "167"]), "wardid": d.skew(["85", "90", "259", "376", "391", "607"]),
            "apacheadmissiondx": d.skew(["Sepsis, pulmonary", "Infarction, acute myocardial (MI)", "CVA, cerebrovascular accident/stroke", "CHF, congestive heart failure", "Diabetic ketoacidosis", "Overdose, sedatives", "CABG alone"]),
            "admissionheight": d.normal(169, 10, 1), "hospitaladmittime24": d.clock() + ":00",
            "hospitaladmitsource": d.weigh({"Emergency Department": 6, "Direct Admit": 3, "Floor": 2}), "hospitaldischargeyear": d.pick(["2014", "2015"]),
            "hospitaldischargeoffset": str(d.whole(700, 32000)),
            "hospitaldischargelocation": d.weigh({"Home": 6, "Skilled Nursing Facility": 2, "Rehabilitation": 1, "Nursing Home": 1}) if alive else "Death",
            "hospitaldischargestatus": "Alive" if alive else "Expired", "unittype": d.weigh({"Med-Surg ICU": 6, "MICU": 2, "CCU-CTICU": 2, "Neuro ICU": 1}),
            "unitadmittime24": d.clock() + ":00", "unitvisitnumber": d.weigh({"1": 9, "2": 1}),
            "unitstaytype": d.weigh({"admit": 8, "stepdown/other": 2}), "admissionweight": f"{weight:.1f}",
            "dischargeweight": d.some(0.7, f"{weight + d.random.gauss(-1, 2):.2f}"), "unitdischargestatus": "Alive" if alive or d.chance(0.3) else "Expired",
            "uniquepid": unique[person.number],
        })  # fmt: skip
    return made


@table("en", 240)
def patients_export(d: Draw, rows: int) -> list[Row]:
    towns = [
        ("Worcester", "Worcester County", "01602", 42.27, -71.80),
        ("Springfield", "Hampden County", "01109", 42.11, -72.54),
        ("Lowell", "Middlesex County", "01851", 42.63, -71.32),
        ("Quincy", "Norfolk County", "02169", 42.25, -71.00),
        ("New Bedford", "Bristol County", "02740", 41.63, -70.93),
    ]
    made = []
    for person in d.people(rows, 2015, 1925):
        town, county, code, north, west = d.skew(towns)
        adult, dead = person.born.year < 2004, d.chance(0.14)
        died = d.day(max(person.born, date(1990, 1, 1)), date(2022, 12, 1)) if dead else None
        made.append({
            "Id": d.key("xxxxxxxx-xxxx-4xxx-9xxx-xxxxxxxxxxxx"), "BIRTHDATE": str(person.born), "DEATHDATE": str(died or ""), "SSN": d.key("999-99-9999"),
            "DRIVERS": d.key("S999999AA")[:9] if adult else "", "PASSPORT": d.key("X99999999X") if adult and d.chance(0.8) else "",
            "PREFIX": ("Mrs." if person.woman else "Mr.") if adult else "", "FIRST": f"{person.given}{d.whole(10, 999)}", "LAST": f"{person.surname}{d.whole(10, 999)}",
            "MAIDEN": f"{person.second}{d.whole(10, 999)}" if person.woman and adult and d.chance(0.5) else "", "MARITAL": d.pick("MMS") if adult else "",
            "RACE": d.share(white=80, black=10, asian=8), "ETHNICITY": d.share(nonhispanic=85, hispanic=15), "GENDER": "F" if person.woman else "M",
            "BIRTHPLACE": f"{d.skew(towns)[0]}  Massachusetts  US", "ADDRESS": f"{d.whole(100, 1100)} {d.surname()} {d.pick(['Street', 'Avenue', 'Quay', 'Trailer'])}",
            "CITY": town, "STATE": "Massachusetts", "COUNTY": county, "ZIP": d.some(0.9, code), "LAT": f"{north + d.random.gauss(0, 0.04):.8f}", "LON": f"{west + d.random.gauss(0, 0.04):.8f}",
            "HEALTHCARE_EXPENSES": d.money(300000, 0.9), "HEALTHCARE_COVERAGE": d.money(7000, 0.9),
        })  # fmt: skip
    return made


@table("en", 500)
def hes_episodes(d: Draw, rows: int) -> list[Row]:
    people = d.people(330, 2015, 1925)
    hesid, epikey = d.keys("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", 330), d.keys("509999999999", rows)
    areas, practices = d.keys("E01099999", 60), d.keys("A81999", 14)
    fixed = [(d.skew(areas), d.skew(practices), d.skew(["A", "A", "H", "J", "M", "Z"])) for _ in people]
    made = []
    for row, person in enumerate(d.rows_of(people, rows)):
        admitted = d.day(date(2016, 4, 1), date(2017, 3, 20))
        start = d.after(admitted, 0.4, 5)
        end = d.after(start, 2, 40)
        left = d.after(end, 0.4, 9)
        area, practice, ethnic = fixed[person.number]
        made.append({
            "ENCRYPTED_HESID": hesid[person.number], "EPIKEY": epikey[row], "STARTAGE": str(max(0, 2016 - person.born.year)), "SEX": "2" if person.woman else "1",
            "ETHNOS": ethnic, "ADMIDATE": admitted.strftime("%d/%m/%Y"), "EPISTART": start.strftime("%d/%m/%Y"), "EPIEND": end.strftime("%d/%m/%Y"), "DISDATE": left.strftime("%d/%m/%Y"),
            "ADMIMETH": d.weigh({"11": 5, "21": 6, "12": 2, "31": 1}), "CLASSPAT": d.weigh({"1": 6, "2": 4}), "DISMETH": d.weigh({"1": 9, "4": 1, "2": 0.5}), "DISDEST": d.weigh({"19": 9, "54": 1, "79": 0.6}),
            "DIAG_01": d.skew(["J18.1", "I50.0", "K80.2", "C50.9", "N39.0", "S72.0", "I63.9", "J44.1", "F10.0", "O80.9", "H25.9"]), "DIAG_02": d.some(0.6, d.skew(["I10X", "E11.9", "Z92.1", "N18.3", "J45.9"])),
            "OPERTN_01": d.some(0.5, d.skew(["C71.2", "H22.9", "W37.1", "J18.3", "X29.2"]), "-"), "TRETSPEF": d.skew(["300", "100", "110", "130", "502"]), "GPPRAC": practice, "LSOA11": area, "IMD04_DECILE": str(d.whole(1, 10)),
        })  # fmt: skip
    return made


@table("en", 260)
def court_docket(d: Draw, rows: int) -> list[Row]:
    judges, lawyers = d.staff(7, "Hon."), d.staff(30)
    people = d.people(200, 2001, 1950)
    races = [d.share(W=6, B=3, H=2, A=1) for _ in people]
    made = []
    for row, person in enumerate(d.rows_of(people, rows)):
        filed = d.day(date(2019, 1, 2), date(2022, 6, 1))
        disposed = d.after(filed, 120, 400)
        guilty = d.chance(0.7)
        made.append({
            "case_number": f"CR-{filed.year}-{10_000 + row * 7}", "defendant": f"{person.surname.upper()}, {person.given.upper()}", "defendant_dob": person.born.strftime("%m/%d/%Y"),
            "race": races[person.number], "sex": "F" if person.woman else "M", "filed": filed.strftime("%m/%d/%Y"), "disposition_date": disposed.strftime("%m/%d/%Y"), "judge": d.skew(judges),
            "defense_attorney": d.skew(lawyers), "charge": d.skew(["Theft under $500", "Driving under the influence", "Simple assault", "Possession of marijuana", "Burglary", "Criminal trespass", "Forgery"]),
            "plea": d.weigh({"Not guilty": 5, "Guilty": 4, "No contest": 1}), "verdict": "Convicted" if guilty else d.pick(["Acquitted", "Dismissed"]), "sentence_months": str(d.whole(1, 60)) if guilty else "", "court_room": d.pick(["1A", "1B", "2A"]),
        })  # fmt: skip
    return made


@table("en", 350)
def vet_visits(d: Draw, rows: int) -> list[Row]:
    vets, pets = (
        d.staff(5, "Dr."),
        [
            "Bella",
            "Max",
            "Charlie",
            "Luna",
            "Rocky",
            "Coco",
            "Daisy",
            "Oscar",
            "Molly",
            "Tigger",
            "Biscuit",
            "Nala",
            "Pepper",
        ],
    )
    kinds = {
        "Dog": ["Labrador Retriever", "Beagle", "Poodle", "Border Collie", "Mixed breed"],
        "Cat": ["Domestic Shorthair", "Siamese", "Maine Coon"],
        "Rabbit": ["Netherland Dwarf", "Lionhead"],
    }
    owners = d.people(170)
    animals = [d.weigh({"Dog": 6, "Cat": 4, "Rabbit": 1}) for _ in owners]
    fixed = [
        (
            f"07{d.whole(100, 999)} {d.whole(100000, 999999)}",
            d.skew(pets),
            animal,
            d.skew(kinds[animal]),
            d.skew(["LS6", "LS8", "LS17", "BD3", "HG1"]),
        )
        for animal in animals
    ]
    made = []
    for person in d.rows_of(owners, rows):
        phone, pet, species, breed, area = fixed[person.number]
        made.append({
            "Client": f"{'Mrs' if person.woman else 'Mr'} {person.given[0]}. {person.surname}", "Client phone": phone, "Postcode area": area, "Pet name": pet, "Species": species, "Breed": breed,
            "Weight (kg)": d.normal({"Dog": 22, "Cat": 4.4, "Rabbit": 2}[species], 1.5), "Visit": d.moment(date(2023, 1, 3), date(2024, 2, 20)).strftime("%d %b %Y"), "Seen by": d.skew(vets),
            "Reason": d.skew(["Vaccination", "Check-up", "Lameness", "Dental", "Vomiting", "Skin problem"]), "Fee": "£" + d.money(55), "Insured": d.share(Yes=4, No=6),
            "Notes": d.remark(0.6, "Owner will ring back on Monday", "advised diet, recheck in 2 wks", "nervous, muzzle needed; daughter brings him next time", "Bloods sent away, await results", "stitches out on the 12th", "Mr Patel from the insurer called"),
        })  # fmt: skip
    return made
