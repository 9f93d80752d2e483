"""English tables of surveys and of a web shop, with the headers and the answers of public ones."""

from __future__ import annotations

from datetime import date

from unprepared.kit import Draw, Row, table

AGREE = {"Strongly disagree": 1, "Disagree": 2, "Neither agree nor disagree": 3, "Agree": 5, "Strongly agree": 2}
SEVEN = ["1", "2", "3", "4", "5", "5", "6", "6", "7"]


@table("en", 600)
def developer_survey(d: Draw, rows: int) -> list[Row]:
    made = []
    languages = ["JavaScript", "Python", "SQL", "HTML/CSS", "Java", "C#", "TypeScript", "Go", "Rust", "PHP"]
    for row in range(rows):
        used = sorted({d.skew(languages) for _ in range(d.whole(1, 5))})
        years = min(45, int(d.random.expovariate(0.09)))
        made.append({
            "ResponseId": str(row + 1), "MainBranch": d.weigh({"I am a developer by profession": 7, "I am learning to code": 1, "I code primarily as a hobby": 1.5}), "Age": d.weigh({"Under 18 years old": 1, "18-24 years old": 5, "25-34 years old": 8, "35-44 years old": 5, "45-54 years old": 2, "55-64 years old": 1, "65 years or older": 0.4}),
            "Employment": d.weigh({"Employed, full-time": 7, "Student, full-time": 2, "Independent contractor, freelancer, or self-employed": 2, "Not employed, but looking for work": 1}), "RemoteWork": d.weigh({"Remote": 4, "Hybrid (some remote, some in-person)": 4, "In-person": 2, "NA": 2}), "EdLevel": d.weigh({"Bachelor’s degree (B.A., B.S., B.Eng., etc.)": 5, "Master’s degree (M.A., M.S., M.Eng., MBA, etc.)": 3, "Secondary school": 1, "Some college/university study without earning a degree": 2, "Professional degree (JD, MD, Ph.D, Ed.D, etc.)": 0.5}),
            "YearsCode": "Less than 1 year" if years == 0 else str(years), "DevType": d.skew(["Developer, full-stack", "Developer, back-end", "Student", "Developer, front-end", "Data scientist or machine learning specialist", "Engineering manager", "Academic researcher", "System administrator"]),
            "OrgSize": d.weigh({"2 to 9 employees": 2, "10 to 19 employees": 2, "20 to 99 employees": 4, "100 to 499 employees": 3, "1,000 to 4,999 employees": 2, "10,000 or more employees": 2, "NA": 1}), "Country": d.skew(["United States of America", "Germany", "India", "United Kingdom of Great Britain and Northern Ireland", "France", "Poland", "Brazil", "Spain", "Kenya", "Uruguay", "Iceland"]),
            "Currency": d.skew(["USD\tUnited States dollar", "EUR European Euro", "INR\tIndian rupee", "GBP\tPound sterling"]), "LanguageHaveWorkedWith": ";".join(used), "SOVisitFreq": d.weigh({"Multiple times per day": 3, "Daily or almost daily": 4, "A few times per week": 4, "A few times per month or weekly": 3, "Less than once per month or monthly": 1}),
            "ConvertedCompYearly": d.some(0.6, d.money(68000, 0.8, 0), "NA"), "JobSat": d.some(0.6, str(d.whole(0, 10)), "NA"), "SurveyEase": d.weigh({"Easy": 5, "Neither easy nor difficult": 4, "Difficult": 1}),
        })  # fmt: skip
    return made


@table("en", 520)
def coffee_tasting(d: Draw, rows: int) -> list[Row]:
    return [{
        "submission_id": d.key("xxxxxx").upper(), "age": d.weigh({"<18 years old": 0.3, "18-24 years old": 3, "25-34 years old": 8, "35-44 years old": 4, "45-54 years old": 2, "55-64 years old": 1, ">65 years old": 0.6}), "cups": d.weigh({"Less than 1": 2, "1": 5, "2": 7, "3": 3, "4": 1, "More than 4": 0.6}), "where_drink": d.weigh({"At home": 6, "At the office": 2, "On the go": 1, "At a cafe": 1}),
        "brew": d.skew(["Pour over", "Espresso", "French press", "Instant coffee", "Pod/capsule machine (e.g. Keurig/Nespresso)", "Cold brew"]), "favorite": d.skew(["Pourover", "Latte", "Regular drip coffee", "Cappuccino", "Espresso", "Cortado", "Americano", "Mocha"]), "strength": d.weigh({"Weak": 1, "Somewhat light": 2, "Medium": 4, "Somewhat strong": 5, "Very strong": 2}), "roast_level": d.weigh({"Light": 5, "Medium": 4, "Dark": 2}),
        "caffeine": d.weigh({"Full caffeine": 8, "Half caff": 1, "Decaf": 1}), "expertise": str(d.whole(1, 10)), "prefer_overall": d.pick(["Coffee A", "Coffee B", "Coffee C", "Coffee D"]), "total_spend": d.weigh({"<$20": 3, "$20-$40": 4, "$40-$60": 3, "$60-$80": 2, "$80-$100": 1, ">$100": 1}), "gender": d.weigh({"Male": 6, "Female": 3, "Non-binary": 0.4, "Prefer not to say": 0.3}),
        "education_level": d.weigh({"High school graduate": 1, "Some college or associate's degree": 2, "Bachelor's degree": 5, "Master's degree": 3, "Doctorate or professional degree": 1}), "ethnicity_race": d.weigh({"White/Caucasian": 7, "Asian/Pacific Islander": 2, "Hispanic/Latino": 1, "Black/African American": 0.6}), "number_children": d.weigh({"None": 7, "1": 1, "2": 1.5, "3": 0.5, "More than 3": 0.2}), "political_affiliation": d.weigh({"Democrat": 5, "No affiliation": 3, "Independent": 2, "Republican": 1}),
    } for _ in range(rows)]  # fmt: skip


@table("en", 220, ";", "cp1252")
def staff_pulse(d: Draw, rows: int) -> list[Row]:
    return [{
        "Respondent": f"R-{row + 1001}", "Directorate": d.weigh({"Adult Social Care": 4, "Highways": 3, "Revenues & Benefits": 3, "Libraries": 1}), "Grade": d.weigh({"1-4": 4, "5-7": 4, "8-10": 2, "Chief Officer": 0.3}), "Length of service": d.weigh({"Less than 1 year": 2, "1-2 years": 3, "3-5 years": 4, "6-10 years": 3, "More than 10 years": 3}), "Age band": d.weigh({"16-24": 1, "25-39": 5, "40-54": 5, "55 and over": 3}), "Disability": d.weigh({"No": 8, "Yes": 1, "Prefer not to say": 1}),
        "Q1 I am proud to work for the council": d.weigh(AGREE), "Q2 My manager listens to me": d.weigh(AGREE), "Q3 I feel stressed at work": d.weigh({"Never": 1, "Rarely": 3, "Sometimes": 5, "Often": 3, "Always": 1}), "Q4 Likelihood to recommend (0-10)": str(d.whole(0, 10)),
        "Q5 What one thing would you change?": d.remark(0.5, "More parking please!!", "Sort out the heating in the Annexe, it is freezing every winter", "Less meetings, more time with clients", "My line manager Sue never replies to emails", "pay", "Nothing, I love it here", "Better IT – the laptop takes 20 mins to start"),
    } for row in range(rows)]  # fmt: skip


@table("en", 700)
def shop_clicks(d: Draw, rows: int) -> list[Row]:
    visitors = d.people(180)
    session, agents = (
        d.keys("xxxxxxxxxxxx", 180),
        [
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/120.0",
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) Safari/604.1",
            "Mozilla/5.0 (X11; Linux x86_64) Firefox/119.0",
        ],
    )
    fixed = [
        (
            d.key("9") + f"{d.whole(1, 9)}.{d.whole(1, 254)}.{d.whole(0, 254)}.{d.whole(1, 254)}",
            d.pick(agents),
            d.skew(["Poland", "Czech Republic", "Lithuania", "Germany", "Slovakia", "Cyprus"]),
        )
        for _ in visitors
    ]
    made = []
    for visitor in d.rows_of(visitors, rows):
        address, agent, country = fixed[visitor.number]
        made.append({
            "session_id": session[visitor.number], "ts": d.moment(date(2024, 4, 1), date(2024, 4, 30)).strftime("%Y-%m-%dT%H:%M:%SZ"), "client_ip": address, "user_agent": agent, "geo_country": country, "url": f"https://shop.example.com/p/{d.key('A99').lower()}?ref={d.key('xxxx')}", "event": d.weigh({"view": 8, "add_to_cart": 2, "purchase": 1}), "page_category": d.weigh({"trousers": 3, "skirts": 2, "blouses": 3, "sale": 4}), "colour": d.skew(["black", "blue", "white", "red", "navy", "burgundy"]), "price": d.pick(["28", "33", "38", "43", "48", "57", "62"]), "photo": d.pick(["en face", "profile"]),
        })  # fmt: skip
    return made


@table("en", 330, "|")
def telecom_churn(d: Draw, rows: int) -> list[Row]:
    made = []
    for person in d.people(rows, 2003, 1940):
        months = d.whole(0, 72)
        monthly = max(18.5, d.random.gauss(65, 30))
        made.append({
            "customerID": d.key("9999-AAAAA"), "gender": "Female" if person.woman else "Male", "SeniorCitizen": "1" if person.born.year < 1960 else "0", "Partner": d.share(Yes=5, No=5), "Dependents": d.share(Yes=3, No=7), "tenure": str(months), "MSISDN": d.key("4479") + d.key("99999999"), "InternetService": d.weigh({"DSL": 3, "Fiber optic": 4, "No": 2}), "Contract": d.weigh({"Month-to-month": 5, "One year": 2, "Two year": 2}), "PaperlessBilling": d.share(Yes=6, No=4), "PaymentMethod": d.weigh({"Electronic check": 3, "Mailed check": 2, "Bank transfer (automatic)": 2, "Credit card (automatic)": 2}), "MonthlyCharges": f"{monthly:.2f}", "TotalCharges": f"{monthly * months:.2f}" if months else " ", "Churn": d.share(No=73, Yes=27),
        })  # fmt: skip
    return made


@table("en", 450)
def census_extract(d: Draw, rows: int) -> list[Row]:
    made = []
    serial = 0
    for _ in range(rows):
        serial += d.weigh({0: 5, 1: 6})
        made.append({
            "SERIALNO": f"2019HU{10_000 + serial * 13:07d}", "AGEP": str(min(95, int(d.random.gauss(42, 22)) if d.chance(0.9) else 0) if d.chance(0.97) else 0).replace("-", ""), "SEX": d.pick(["1", "2"]), "SCHL": str(d.whole(1, 24)), "OCCP": d.skew(["4720", "2310", "0440", "3255", "9130", "5240", "4110", "6260", ""]), "POBP": d.weigh({"006": 50, "303": 12, "036": 4, "048": 4, "233": 2, "207": 2}), "WAGP": d.weigh({"0": 30, "99999": 8, "": 12}) if d.chance(0.5) else str(d.whole(2, 180) * 500), "MAR": d.weigh({"1": 5, "5": 4, "3": 1, "2": 0.6}), "RELSHIPP": d.weigh({"20": 4, "21": 2, "25": 3, "36": 0.4}), "PUMA": d.skew(["00101", "03705", "06514", "07311", "08508"]), "PWGTP": str(d.whole(8, 240)),
        })  # fmt: skip
    return made
