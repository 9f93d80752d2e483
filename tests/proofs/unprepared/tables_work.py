"""English tables of schools, staff, libraries, insurers, clubs and transport, with the headers of public data dictionaries."""

from __future__ import annotations

from datetime import date, timedelta

from unprepared.kit import Draw, Row, ascii_only, table


@table("en", 480)
def pupil_terms(d: Draw, rows: int) -> list[Row]:
    pupils = d.people(160, 2012, 2007)
    upn, tutors, teachers = d.keys("A999999999999", 160), d.staff(8, "Mr", "Mrs", "Miss"), d.staff(14, "Mr", "Ms")
    fixed = [
        (
            d.pick(tutors),
            d.share(Y=2, N=8),
            d.share(N=8, K=1.5, E=0.5),
            d.weigh({"English": 70, "Punjabi": 8, "Polish": 6, "Urdu": 5, "Somali": 2}),
        )
        for _ in pupils
    ]
    made = []
    for row in range(rows):
        pupil = pupils[row % 160]
        tutor, meals, needs, tongue = fixed[pupil.number]
        made.append({
            "pupil_no": upn[pupil.number], "surname": pupil.surname, "forename": pupil.given, "dob": pupil.born.strftime("%d/%m/%y"), "gender": "F" if pupil.woman else "M", "nc_year": str(2019 - pupil.born.year), "tutor": tutor,
            "fsm": meals, "sen": needs, "home_language": tongue, "term": ["Autumn", "Spring", "Summer"][row // 160], "sessions_absent": str(min(60, int(d.random.expovariate(0.15)))),
            "maths_teacher": d.skew(teachers), "maths_level": d.pick(["Emerging", "Developing", "Secure", "Mastered"]), "reading_age": f"{d.random.gauss(11.5, 2):.1f}",
        })  # fmt: skip
    return made


@table("en", 310)
def hr_dataset(d: Draw, rows: int) -> list[Row]:
    managers = d.staff(12)
    made = []
    for row, person in enumerate(d.people(rows, 1996, 1955)):
        hired = d.day(date(2008, 1, 5), date(2018, 6, 1))
        gone = d.chance(0.33)
        ended = d.after(hired, 500, 2500) if gone else None
        title, department = d.skew(
            [
                ("Production Technician I", "Production"),
                ("Production Technician II", "Production"),
                ("Area Sales Manager", "Sales"),
                ("Software Engineer", "Software Engineering"),
                ("IT Support", "IT/IS"),
                ("Accountant I", "Admin Offices"),
                ("Network Engineer", "IT/IS"),
            ]
        )
        made.append({
            "Employee_Name": f"{person.surname}, {person.given} {d.some(0.4, d.pick('ABCDEJKLMR'))}".strip(), "EmpID": str(10001 + row), "Salary": str(int(float(d.money(63000, 0.3)))), "Position": title, "State": d.weigh({"MA": 85, "CT": 6, "TX": 3, "VT": 2}),
            "Zip": d.skew(["01960", "02138", "01810", "02127", "02176", "06040"]), "DOB": person.born.strftime("%m/%d/%y"), "Sex": "F" if person.woman else "M ", "MaritalDesc": d.weigh({"Single": 45, "Married": 40, "Divorced": 10, "Separated": 4, "Widowed": 3}),
            "CitizenDesc": d.weigh({"US Citizen": 94, "Eligible NonCitizen": 4, "Non-Citizen": 2}), "RaceDesc": d.weigh({"White": 60, "Black or African American": 25, "Asian": 9, "Two or more races": 4}), "DateofHire": f"{hired.month}/{hired.day}/{hired.year}",
            "DateofTermination": f"{ended.month}/{ended.day}/{ended.year}" if ended else "", "TermReason": d.skew(["Another position", "unhappy", "more money", "career change", "hours", "attendance", "retiring"]) if gone else "N/A-StillEmployed",
            "EmploymentStatus": d.pick(["Voluntarily Terminated", "Voluntarily Terminated", "Terminated for Cause"]) if gone else "Active", "Department": department, "ManagerName": d.skew(managers),
            "RecruitmentSource": d.weigh({"Indeed": 3, "LinkedIn": 3, "Google Search": 2, "Employee Referral": 2}), "PerformanceScore": d.weigh({"Fully Meets": 78, "Exceeds": 12, "Needs Improvement": 6, "PIP": 4}), "EngagementSurvey": d.normal(4.1, 0.7, 2),
            "SpecialProjectsCount": d.weigh({"0": 7, "3": 1, "5": 1, "6": 1}), "Absences": str(d.whole(1, 20)),
        })  # fmt: skip
    return made


@table("en", 640, "\t")
def library_loans(d: Draw, rows: int) -> list[Row]:
    patrons = d.people(190, 2014, 1940)
    card, items = d.keys("2 1234 99999999 9".replace(" ", ""), 190), d.keys("31234009999999", 400)
    fixed = [
        (d.weigh({"Adult": 6, "Child": 2, "Senior": 2}), d.skew(["Central", "Eastside", "Harbor", "North Hill"]))
        for _ in patrons
    ]
    titles = [
        "The Hobbit",
        "Middlemarch",
        "Gone Girl",
        "Dune",
        "The Gruffalo",
        "Living with Diabetes",
        "Divorce for Beginners",
        "Wolf Hall",
        "Teach Yourself Welsh",
        "The Very Hungry Caterpillar",
        "Beloved",
        "Educated",
    ]
    made = []
    for patron in d.rows_of(patrons, rows):
        lent = d.day(date(2022, 9, 1), date(2023, 3, 31))
        back = d.after(lent, 16, 90)
        kind, branch = fixed[patron.number]
        made.append({
            "patron_barcode": card[patron.number], "patron_type": kind, "birth_year": str(patron.born.year), "home_branch": branch, "item_barcode": d.pick(items), "title": d.skew(titles), "call_no": d.skew(["823.912", "641.5", "FIC ADA", "E DON", "616.46", "346.7301"]),
            "checkout": lent.isoformat(), "due": (lent + timedelta(days=21)).isoformat(), "returned": back.isoformat(), "renewals": d.weigh({"0": 7, "1": 2, "2": 1}), "fine_usd": f"{max(0, (back - lent).days - 21) * 0.25:.2f}",
        })  # fmt: skip
    return made


@table("en", 400)
def insurance_claims(d: Draw, rows: int) -> list[Row]:
    policy, adjusters = d.keys("999999", rows), d.staff(9)
    made = []
    for row, person in enumerate(d.people(rows, 1995, 1953)):
        bound = d.day(date(1992, 1, 1), date(2014, 12, 30))
        incident = d.day(date(2015, 1, 1), date(2015, 3, 1))
        make, model = d.skew(
            [
                ("Saab", "92x"),
                ("Dodge", "RAM"),
                ("Toyota", "Camry"),
                ("Ford", "F150"),
                ("BMW", "X5"),
                ("Honda", "Civic"),
                ("Audi", "A3"),
            ]
        )
        made.append({
            "policy_number": policy[row], "months_as_customer": str(d.whole(1, 479)), "age": str(2015 - person.born.year), "policy_bind_date": bound.strftime("%d-%m-%Y"), "policy_state": d.pick(["OH", "IN", "IL"]), "policy_csl": d.pick(["250/500", "100/300", "500/1000"]),
            "policy_deductable": d.pick(["500", "1000", "2000"]), "policy_annual_premium": d.normal(1256, 240, 2), "insured_zip": d.key("4999") + "99", "insured_sex": "FEMALE" if person.woman else "MALE", "insured_education_level": d.pick(["JD", "High School", "Associate", "MD", "Masters", "PhD", "College"]),
            "insured_occupation": d.pick(["machine-op-inspct", "prof-specialty", "tech-support", "sales", "exec-managerial", "craft-repair", "transport-moving", "farming-fishing", "armed-forces"]), "insured_hobbies": d.pick(["reading", "paintball", "exercise", "bungie-jumping", "golf", "camping", "hiking", "yachting", "chess", "sleeping"]),
            "incident_date": incident.strftime("%d-%m-%Y"), "incident_type": d.weigh({"Multi-vehicle Collision": 4, "Single Vehicle Collision": 4, "Vehicle Theft": 1, "Parked Car": 1}), "incident_city": d.pick(["Columbus", "Riverwood", "Arlington", "Springfield", "Hillsdale", "Northbend"]), "incident_location": f"{d.whole(1000, 9999)} {d.pick(['4th', 'Oak', 'MLK', 'Flute', 'Weaver'])} {d.pick(['Drive', 'Ave', 'St', 'Ridge'])}",
            "incident_hour_of_the_day": str(d.whole(0, 23)), "adjuster": d.skew(adjusters), "total_claim_amount": str(d.whole(100, 11000) * 10), "auto_make": make, "auto_model": model, "auto_year": str(d.whole(1995, 2015)), "fraud_reported": d.share(N=75, Y=25),
        })  # fmt: skip
    return made


@table("en", 150)
def club_members(d: Draw, rows: int) -> list[Row]:
    made = []
    for row, person in enumerate(d.people(rows, 2014, 1948)):
        joined = d.day(max(person.born + timedelta(days=2200), date(2009, 1, 1)), date(2024, 5, 30))
        mail = f"{ascii_only(person.given)}.{ascii_only(person.surname)}{d.whole(1, 99)}@{d.pick(['gmail.com', 'outlook.com', 'btinternet.com'])}"
        made.append({
            "Member No.": f"HRC{row + 1:04d}", "Title": d.pick(["Mrs", "Ms", "Miss"]) if person.woman else "Mr", "First Name": person.given, "Last Name": person.surname, "Date of Birth": person.born.strftime("%d-%b-%Y"), "Email Address": mail, "Mobile": f"+44 7{d.whole(100, 999)} {d.whole(100000, 999999)}",
            "Emergency Contact": f"{d.given(woman=d.chance(0.5))} {person.surname} ({d.pick(['wife', 'husband', 'mum', 'dad', 'partner'])})", "Address Line 1": f"{d.whole(1, 140)} {d.pick(['Mill', 'Church', 'Station', 'Victoria'])} {d.pick(['Lane', 'Road', 'Close'])}", "Town": d.skew(["Harrogate", "Knaresborough", "Ripon", "Wetherby"]), "Post Code": f"HG{d.whole(1, 5)} {d.whole(1, 9)}{d.pick('ABDEF')}{d.pick('GHJLN')}",
            "Membership Type": d.weigh({"Adult": 6, "Junior": 3, "Family": 2}), "Joined": joined.strftime("%d-%b-%Y"), "Subs paid": d.share(Yes=8, No=2), "5k PB": f"{d.whole(17, 39)}:{d.whole(0, 59):02d}", "Medical conditions": d.some(0.25, d.pick(["asthma - carries inhaler", "type 1 diabetic", "allergic to bee stings", "heart murmur, cleared by GP"])),
        })  # fmt: skip
    return made


@table("en", 800)
def transit_taps(d: Draw, rows: int) -> list[Row]:
    cards = d.people(120)
    card = d.keys("63359704999999999", 120)
    stations = [
        "Central",
        "Riverside",
        "University",
        "Airport",
        "Market Square",
        "Old Town",
        "Stadium",
        "Harbour",
        "Hospital",
    ]
    fixed = [
        (d.weigh({"Adult": 7, "Student": 2, "Senior": 1}), d.skew(stations), str(d.whole(1950, 2006))) for _ in cards
    ]
    made = []
    for person in d.rows_of(cards, rows):
        kind, home, born = fixed[person.number]
        made.append({
            "CARD_ID": card[person.number], "TAP_DATE": d.day(date(2024, 3, 4), date(2024, 3, 17)).strftime("%Y%m%d"), "TAP_TIME": d.clock(5, 23) + f":{d.whole(0, 59):02d}", "ENTRY_STATION": home if d.chance(0.5) else d.pick(stations), "EXIT_STATION": d.skew(stations), "LINE": d.pick(["Red", "Blue", "Green"]), "PRODUCT": kind, "HOLDER_YOB": born, "FARE": d.pick(["2.40", "1.20", "3.60"]), "DEVICE_ID": f"VAL-{d.whole(1, 40):03d}",
        })  # fmt: skip
    return made
