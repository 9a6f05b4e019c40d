"""What the days of the sample come to, by a method so plain that it can't share a mistake with the program it checks.

For every measure, every source and every second of the week there is a number. Samples are painted onto those seconds; then each second
is taken from the best source that has one, and the seconds between two midnights are added up. docs/health.md tells the same rules in words.
"""

import re
from array import array
from datetime import datetime, timedelta
from xml.etree import ElementTree

COLUMNS = ["steps", "distance_m", "flights", "active_kcal", "basal_kcal", "exercise_min", "workouts", "workout_min", "sleep_min", "sleep_core_min",
           "sleep_deep_min", "sleep_rem_min", "awake_min", "in_bed_min", "mindful_min", "heart_min_bpm", "heart_max_bpm", "resting_bpm", "weight_kg"]

SUMS = {"StepCount": ("steps", {"count": 1}), "DistanceWalkingRunning": ("distance_m", {"km": 1000}), "FlightsClimbed": ("flights", {"count": 1}),
        "ActiveEnergyBurned": ("active_kcal", {"kcal": 1, "kJ": 1 / 4.184}), "BasalEnergyBurned": ("basal_kcal", {"kcal": 1}),
        "AppleExerciseTime": ("exercise_min", {"min": 1})}


def second(text):
    return int(datetime.strptime(text, "%Y-%m-%d %H:%M:%S %z").timestamp())


def rank(source, typed):
    """Typed in, watch, phone, then the others by name."""
    if typed:
        return (0, source)
    return (1 if "Watch" in source else 2 if "iPhone" in source else 3, source)


def read_apple(xml):
    """The root element. The DTD before it is broken, and a control character is in it; ElementTree would refuse both."""
    return ElementTree.fromstring(re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f]", "\ufffd", xml[xml.index("<HealthData"):]))


def records(root):
    """(type, source's rank, start, end, value, unit) of each record, what was synced twice once. Children of correlations are passed over:
    they stand among the records too."""
    seen = set()
    for record in root.findall("Record"):
        typed = any(entry.get("key") == "HKWasUserEntered" and entry.get("value") == "1" for entry in record.findall("MetadataEntry"))
        row = (record.get("type"), rank(record.get("sourceName"), typed), second(record.get("startDate")), second(record.get("endDate")),
               record.get("value"), record.get("unit"))
        if row not in seen:
            seen.add(row)
            yield row


def painted(spans, first, length):
    """Per second the value of the best ranked source that has one there; spans are (rank, start, end, value)."""
    canvas, taken = array("d", bytes(8 * length)), bytearray(length)
    for best in sorted({span[0] for span in spans}):
        mine = [span for span in spans if span[0] == best]
        for _, start, end, value in mine:
            for now in range(start - first, end - first):
                if not taken[now]:
                    canvas[now] += value / (end - start)
        for _, start, end, _ in mine:
            for now in range(start - first, end - first):
                taken[now] = 1
    return canvas, taken


def days(root, home):
    """Day → column → number; what isn't known is missing."""
    rows = list(records(root))
    first, last = min(row[2] for row in rows), max(row[3] for row in rows)
    length = last - first + 1
    # Each midnight by the wall clock: the day that loses an hour has 23.
    date, midnights = datetime.fromtimestamp(first, home).date(), []
    while not midnights or midnights[-1][1] <= last:
        midnights.append((date, int(datetime(date.year, date.month, date.day, tzinfo=home).timestamp())))
        date += timedelta(days=1)
    result = {}

    def add(moment, column, amount):
        day = str(datetime.fromtimestamp(moment, home).date())
        result.setdefault(day, {}).setdefault(column, 0)
        result[day][column] += amount

    for kind, (column, units) in SUMS.items():
        spans = [(row[1], row[2], row[3], float(row[4]) * units[row[5]]) for row in rows if row[0] == "HKQuantityTypeIdentifier" + kind]
        canvas, taken = painted(spans, first, length)
        for (_, begin), (_, end) in zip(midnights, midnights[1:]):
            begin, end = max(0, begin - first), min(length, end - first)
            if any(taken[begin:end]):
                add(begin + first, column, sum(canvas[begin:end]))
    sleep(rows, add)
    mindful = {now for row in rows if row[0].endswith("MindfulSession") for now in range(row[2], row[3])}
    for now in mindful:
        add(now, "mindful_min", 1 / 60)
    workouts(root, add)
    for kind, column, choose in (("HeartRate", "heart_min_bpm", min), ("HeartRate", "heart_max_bpm", max)):
        for day, values in by_day(rows, kind, home).items():
            result[day][column] = choose(value for _, _, value in values)
    for kind, column in (("RestingHeartRate", "resting_bpm"), ("BodyMass", "weight_kg")):
        for day, values in by_day(rows, kind, home).items():
            result[day][column] = max(values, key=lambda value: value[0])[2]
    return result


def by_day(rows, kind, home):
    """Day → (end, rank, value) of the readings of a kind."""
    found = {}
    for row in rows:
        if row[0] == "HKQuantityTypeIdentifier" + kind:
            value = float(row[4]) * (0.45359237 if row[5] == "lb" else 1)
            found.setdefault(str(datetime.fromtimestamp(row[3], home).date()), []).append((row[3], row[1], value))
    return found


def sleep(rows, add):
    """Samples less than three hours apart are one session, which belongs to the day it ends on."""
    samples = sorted((row[2], row[3], row[1], row[4].removeprefix("HKCategoryValueSleepAnalysis")) for row in rows if row[0].endswith("SleepAnalysis"))
    sessions = []
    for sample in samples:
        if sessions and sample[0] - max(other[1] for other in sessions[-1]) < 3 * 3600:
            sessions[-1].append(sample)
        else:
            sessions.append([sample])
    columns = {"AsleepCore": "sleep_core_min", "AsleepDeep": "sleep_deep_min", "AsleepREM": "sleep_rem_min", "Awake": "awake_min"}
    for session in sessions:
        end = max(sample[1] for sample in session)
        for now in range(session[0][0], end):
            here = [sample for sample in session if sample[0] <= now < sample[1]]
            if any(sample[3] == "InBed" for sample in here):
                add(end, "in_bed_min", 1 / 60)
            said = [(sample[2], sample[3]) for sample in here if sample[3] != "InBed"]
            if not said:
                continue
            stage = min(said)[1]
            if stage in columns:
                add(end, columns[stage], 1 / 60)
            if stage != "Awake":
                add(end, "sleep_min", 1 / 60)


def workouts(root, add):
    """Two of one activity that share half of the shorter one's time are one; the better source's counts."""
    kept = []
    for workout in sorted(root.findall("Workout"), key=lambda workout: rank(workout.get("sourceName"), False)):
        start, end = second(workout.get("startDate")), second(workout.get("endDate"))
        activity = workout.get("workoutActivityType")
        if any(activity == other[0] and min(end, other[2]) - max(start, other[1]) >= min(end - start, other[2] - other[1]) / 2 for other in kept):
            continue
        kept.append((activity, start, end))
        add(start, "workouts", 1)
        add(start, "workout_min", float(workout.get("duration")))


def auto_export_days(document):
    """The day of Health Auto Export: its sums are all there is of that day."""
    metrics = {metric["name"]: metric for metric in document["data"]["metrics"]}
    walk, = document["data"]["workouts"]

    def total(name, factor=1):
        return sum(row["qty"] for row in metrics[name]["data"]) * factor

    night, = metrics["sleep_analysis"]["data"]
    pulse = metrics["heart_rate"]["data"]
    weight, = metrics["weight_body_mass"]["data"]
    return {night["date"][:10]: {
        "steps": total("step_count"), "distance_m": total("walking_running_distance", 1000), "active_kcal": total("active_energy", 1 / 4.184),
        "workouts": 1, "workout_min": walk["duration"] / 60, "sleep_min": 60 * (night["core"] + night["deep"] + night["rem"] + night["asleep"]),
        "sleep_core_min": 60 * night["core"], "sleep_deep_min": 60 * night["deep"], "sleep_rem_min": 60 * night["rem"], "awake_min": 60 * night["awake"],
        "in_bed_min": 60 * night["inBed"], "heart_min_bpm": min(row["Min"] for row in pulse), "heart_max_bpm": max(row["Max"] for row in pulse),
        "weight_kg": weight["qty"]}}


def table(days):
    """Tab separated, a line per day; an empty field is what isn't known."""
    lines = ["\t".join(["day", *COLUMNS])]
    for day, row in sorted(days.items()):
        lines.append("\t".join([day, *("" if row.get(column) is None else f"{row[column]:.3f}".rstrip("0").rstrip(".") for column in COLUMNS)]))
    return "\n".join(lines) + "\n"
