"""The blind tables in English."""

from __future__ import annotations

from datetime import date

from unprepared.blind_kit import BLIND, crowd, note, on, staff
from unprepared.kit import Draw, Row, table

US, LONG = "%m/%d/%Y", "%d %b %Y"


@table("en", 360, registry=BLIND)
def prison_releases(d: Draw, rows: int) -> list[Row]:
    agents = staff(d, 9, "{surname}, {initial}.")
    made = []
    for n, p in enumerate(crowd(d, rows, 1999, 1950)):
        admitted = d.day(date(2009, 1, 1), date(2019, 12, 31))
        years = d.weigh({1: 20, 2: 22, 3: 16, 5: 16, 8: 10, 10: 8, 15: 5, 25: 3})
        made.append(
            {
                "DOC#": f"{d.pick('ABCK')}{60213 + 7 * n}",
                "Inmate Name": f"{p.surname.upper()}, {p.given.upper()}",
                "DOB": p.born.strftime(US),
                "Race": d.weigh({"W": 45, "B": 33, "H": 16, "A": 3, "O": 3}),
                "Sex": "F" if p.woman and d.chance(0.3) else "M",
                "County of Conv.": d.skew(["Polk", "Marion", "Lake", "Osceola", "Pasco", "Citrus", "Hardee", "Levy"]),
                "Lead Offense": d.skew(
                    [
                        "BURGLARY 2ND DEGREE",
                        "POSS CONTR SUBST",
                        "AGG ASSAULT W/DEADLY WPN",
                        "GRAND THEFT MOTOR VEH",
                        "DUI W/INJURY",
                        "ROBBERY",
                        "SEX OFFENDER FAIL REGISTER",
                        "FELON IN POSS FIREARM",
                    ]
                ),
                "Sent. (Yrs)": str(years),
                "Admit Dt": admitted.strftime(US),
                "Rel Dt": on(d, admitted, 250 * min(years, 12), 360 * min(years, 12)).strftime(US),
                "Custody Lvl": d.weigh({"MIN": 40, "MED": 38, "CLOSE": 18, "MAX": 4}),
                "Hsg Unit": f"{d.pick('ABCDEF')}-{d.whole(1, 4)}",
                "Infractions": str(d.weigh({0: 48, 1: 20, 2: 13, 3: 9, 5: 6, 9: 4})),
                "Parole Agent": d.skew(agents),
                "Rel Type": d.weigh({"Expiration of sentence": 52, "Cond. release": 30, "Parole": 12, "Death": 6}),
                "Dest. Zip": d.skew(["33801", "34471", "32757", "34744", "33525", "34428", "33873"]),
                "Case Notes": note(
                    d,
                    0.5,
                    "Will reside w/ sister {given}, verified by phone {phone}",
                    "Completed GED {n} hrs. Gang tag removed",
                    "No contact order re: {given} {surname}",
                ),
            }
        )
    return made


@table("en", 480, registry=BLIND)
def stats19_casualties(d: Draw, rows: int) -> list[Row]:
    made: list[Row] = []
    while len(made) < rows:
        number = f"2022{d.whole(10, 63):02d}{d.key('9999999')}"
        day, hour = d.day(date(2022, 1, 1), date(2022, 12, 31)), d.clock()
        place = d.skew([f"E0100{n}" for n in range(4710, 4740)])
        limit, came = d.weigh({"20": 12, "30": 58, "40": 10, "60": 14, "70": 6}), d.weigh({"1": 68, "2": 22, "3": 10})
        for person in range(1, d.weigh({1: 76, 2: 17, 3: 7}) + 1):
            walking = d.chance(0.16)
            made.append(
                {
                    "accident_reference": number,
                    "vehicle_reference": str(d.weigh({1: 60, 2: 36, 3: 4})),
                    "casualty_reference": str(person),
                    "casualty_class": "3" if walking else d.weigh({"1": 65, "2": 35}),
                    "sex_of_casualty": d.weigh({"1": 61, "2": 38, "-1": 1}),
                    "age_of_casualty": str(d.whole(1, 88)),
                    "casualty_severity": d.weigh({"3": 79, "2": 19, "1": 2}),
                    "pedestrian_location": d.weigh({"5": 50, "1": 20, "6": 20, "9": 10}) if walking else "0",
                    "casualty_type": "0" if walking else d.weigh({"9": 66, "1": 14, "3": 8, "5": 6, "19": 4, "11": 2}),
                    "casualty_home_area_type": d.weigh({"1": 76, "2": 8, "3": 10, "-1": 6}),
                    "casualty_imd_decile": str(d.whole(1, 10)),
                    "accident_date": day.strftime("%d/%m/%Y"),
                    "accident_time": hour,
                    "lsoa_of_accident": place,
                    "speed_limit": limit,
                    "police_officer_attended": came,
                }
            )
    return made[:rows]


@table("en", 330, registry=BLIND)
def fitness_app(d: Draw, rows: int) -> list[Row]:
    coaches, made = staff(d, 12, "{given}"), []
    for p in crowd(d, rows, 2005, 1955):
        start = d.moment(date(2020, 1, 1), date(2023, 6, 1))
        inches = d.whole(59, 77)
        made.append(
            {
                "device_uuid": d.key("xxxxxxxx-xxxx-4xxx-axxx-xxxxxxxxxxxx"),
                "user_handle": f"{p.given.lower()}{d.pick(['_', '.', 'xx', ''])}{p.born:%y}{d.key('9')}",
                "signup_ts": start.strftime("%Y-%m-%dT%H:%M:%SZ"),
                "last_seen_ts": d.moment(date(2023, 7, 1), date(2024, 4, 30)).strftime("%Y-%m-%dT%H:%M:%SZ"),
                "birth_yr": str(p.born.year),
                "gender_id": d.weigh({"woman" if p.woman else "man": 92, "nonbinary": 4, "undisclosed": 4}),
                "home_city": d.skew(["Boise", "Tacoma", "Spokane", "Eugene", "Bend", "Salem", "Nampa", "Yakima"]),
                "height_in": str(inches),
                "weight_lb": d.normal(2.4 * inches, 28, 1, 92),
                "resting_hr": str(d.whole(44, 92)),
                "avg_sleep_hrs": d.normal(6.9, 0.9, 2, 3),
                "goal": d.weigh({"lose_weight": 48, "build_muscle": 22, "stay_active": 20, "rehab": 10}),
                "tier": d.weigh({"free": 70, "plus": 22, "elite": 8}),
                "coach": d.some(0.4, d.skew(coaches)),
                "push_token": d.key("Ax9A9xAA:AA9xxA99xAxA9AxA99A"),
                "os_family": d.weigh({"ios": 58, "android": 42}),
                "lifetime_spend": d.money(64, 0.9),
                "bio": note(
                    d, 0.35, "mom of {n}, married to {given}", "{surname} family marathon", "knee rehab wk {n}"
                ),
            }
        )
    return made


@table("en", 450, registry=BLIND)
def nhanes_extract(d: Draw, rows: int) -> list[Row]:
    made = []
    for n in range(rows):
        age, poor = d.whole(18, 80), float(d.normal(2.5, 1.6, 2, 0))
        made.append(
            {
                "SEQN": str(83732 + n * 3),
                "SDDSRVYR": d.weigh({"9": 50, "10": 50}),
                "RIAGENDR": d.weigh({"1": 48, "2": 52}),
                "RIDAGEYR": str(age),
                "RIDRETH3": d.weigh({"1": 17, "2": 10, "3": 33, "4": 22, "6": 13, "7": 5}),
                "DMDEDUC2": d.weigh({"1": 11, "2": 12, "3": 22, "4": 30, "5": 24, "9": 1}),
                "DMDMARTL": d.weigh({"1": 50, "2": 7, "3": 11, "4": 3, "5": 20, "6": 9}),
                "DMDHHSIZ": str(d.weigh({1: 14, 2: 28, 3: 18, 4: 17, 5: 12, 6: 6, 7: 5})),
                "INDHHIN2": d.weigh({str(code): 7 for code in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 14, 15)} | {"77": 2}),
                "INDFMPIR": d.some(0.9, f"{min(5.0, poor):.2f}"),
                "WTMEC2YR": d.normal(36000, 24000, 6, 4000),
                "BPXSY1": d.some(0.93, str(2 * d.whole(46, 98))),
                "BMXBMI": d.some(0.97, d.normal(29.4, 6.8, 1, 15)),
                "LBXTC": d.some(0.9, str(d.whole(92, 330))),
                "DIQ010": d.weigh({"1": 14, "2": 82, "3": 3, "9": 1}),
                "SMQ020": d.weigh({"1": 42, "2": 58}),
                "DPQ020": d.weigh({"0": 74, "1": 16, "2": 5, "3": 4, "": 1}),
            }
        )
    return made


@table("en", 400, registry=BLIND)
def airline_bookings(d: Draw, rows: int) -> list[Row]:
    agents = [d.key("9999") + d.key("AA") for _ in range(11)]
    people, made = crowd(d, 250, 2018, 1944), []
    passports = d.keys("A99999999", len(people))
    nations = [d.skew(["GBR", "IRL", "USA", "FRA", "IND", "NGA", "POL", "KEN"]) for _ in people]
    for p in d.rows_of(people, rows):
        booked = d.day(date(2023, 1, 3), date(2023, 10, 30))
        out = on(d, booked, 1, 150)
        made.append(
            {
                "PNR": d.key("A9AA9A"),
                "Pax Name": f"{p.surname}/{p.given} {'MRS' if p.woman else 'MR'}".upper(),
                "Passport": passports[p.number],
                "Nat.": nations[p.number],
                "DOB": p.born.strftime(LONG),
                "FF Tier": d.weigh({"": 60, "Blue": 20, "Silver": 12, "Gold": 8}),
                "Seat": f"{d.whole(1, 32)}{d.pick('ABCDEF')}",
                "Cabin": d.weigh({"Y": 78, "W": 12, "J": 10}),
                "Meal Code": d.weigh({"": 78, "VGML": 7, "KSML": 4, "MOML": 6, "DBML": 5}),
                "Booked On": booked.strftime(LONG),
                "Dep. Date": out.strftime(LONG),
                "Return Date": d.some(0.8, on(d, out, 2, 40).strftime(LONG)),
                "Orig": d.skew(["LHR", "MAN", "DUB", "EDI"]),
                "Dest": d.skew(["JFK", "LOS", "DEL", "CDG", "NBO", "KRK", "BOS"]),
                "Bags": str(d.weigh({0: 38, 1: 42, 2: 17, 3: 3})),
                "Fare (USD)": d.money(420, 0.6),
                "SSR": d.weigh({"": 84, "WCHR": 6, "UMNR": 3, "BLND": 2, "MEDA": 2, "INFT": 3}),
                "Agent Sign": d.skew(agents),
                "Sales Channel": d.weigh({"WEB": 55, "OTA": 28, "CALL": 17}),
                "Form of Payment": d.weigh({"VI": 52, "MC": 30, "AX": 12, "CASH": 6}),
            }
        )
    return made
