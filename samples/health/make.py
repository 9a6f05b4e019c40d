#!/usr/bin/env python3
"""Writes the health samples: a week of an invented person, as a phone exports it, and the day after it from another app.

    python3 samples/health/make.py [FOLDER]     (standard library only; the same bytes every time)

export.zip        Apple Health, made on Sunday 2026-03-29 at 21:47 in Berlin, where clocks had gone forward that night
auto-export.json  Health Auto Export, Monday 2026-03-30
expected.tsv      what the days come to, painted second by second from those files by paint.py

What makes such files hard to read is in them on purpose; README.md lists it. Mira, her apps and her scale are invented.
"""

import json
import random
import sys
import zipfile
from datetime import date, datetime, timedelta, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

import paint

HOME = ZoneInfo("Europe/Berlin")
MONDAY = date(2026, 3, 23)
EXPORTED = datetime(2026, 3, 29, 21, 47, 12, tzinfo=HOME)

WATCH = "Mira\u2019s Apple\u00a0Watch"  # a no-break space, as the Watch app names it
PHONE = "Mira\u2019s iPhone"
SPORT = "Stridewell"  # an app that counts what the watch and the phone count
NIGHT = "Nightjar"  # an app that listens to the sleeper
SCALE = "Plumbline"
TYPED = "Health"  # what a person types into the Health app

VERSIONS = {WATCH: "11.4", PHONE: "18.4", SPORT: "7.2.1", NIGHT: "3.0", SCALE: "2.9", TYPED: "18.4"}
DEVICES = {
    WATCH: "name:Apple Watch, manufacturer:Apple Inc., model:Watch, hardware:Watch7,1, software:11.4",
    PHONE: "name:iPhone, manufacturer:Apple Inc., model:iPhone, hardware:iPhone16,1, software:18.4",
}
# Where the device object lay in the phone's memory when a record was written. It means nothing and differs from record to record.
POINTERS = ["0x30d1c4a50", "0x30d1c4a50", "0x30d1c7390", "0x281f02b80"]

QUANTITY = "HKQuantityTypeIdentifier"
CATEGORY = "HKCategoryTypeIdentifier"
SLEEP = "HKCategoryValueSleepAnalysis"


def at(day, clock):
    """Seconds since 1970 of a clock's time in Berlin on the n-th day of the week, 0 = Monday."""
    hour, minute = map(int, clock.split(":"))
    local = datetime.combine(MONDAY + timedelta(days=day), datetime.min.time(), HOME)
    return int(local.replace(hour=hour, minute=minute).timestamp())


def stamp(second):
    """A time as the export prints it: every one with the offset that the phone had when it exported."""
    return datetime.fromtimestamp(second, EXPORTED.tzinfo).astimezone(timezone(EXPORTED.utcoffset())).strftime("%Y-%m-%d %H:%M:%S %z")


def escaped(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;").replace("\n", "&#10;")


class Export:
    """The records of the export, as finished lines by type."""

    def __init__(self):
        self.chance = random.Random("a week in March")
        self.lines = {}
        self.written = 0

    def device(self, source):
        if source not in DEVICES:
            return ""
        self.written += 1
        pointer = POINTERS[self.written % len(POINTERS)]
        return f' device="{escaped(f"<<HKDevice: {pointer}>, {DEVICES[source]}>")}"'

    def head(self, source):
        return f'sourceName="{escaped(source)}" sourceVersion="{VERSIONS[source]}"{self.device(source)}'

    def record(self, kind, source, start, end, value=None, unit=None, inside=(), indent=" ", lag=None):
        """One record as text."""
        if end > EXPORTED.timestamp():
            return None
        lag = 20 + start % 97 if lag is None else lag
        parts = [f'type="{kind}"', self.head(source)]
        if unit:
            parts.append(f'unit="{escaped(unit)}"')
        parts.append(f'creationDate="{stamp(end + lag)}" startDate="{stamp(start)}" endDate="{stamp(end)}"')
        if value is not None:
            parts.append(f'value="{escaped(str(value))}"')
        opening = f'{indent}<Record {" ".join(parts)}'
        if not inside:
            return opening + "/>"
        return "\n".join([opening + ">", *(f"{indent} {line}" for line in inside), f"{indent}</Record>"])

    def add(self, kind, *arguments, **named):
        line = self.record(kind, *arguments, **named)
        if line:
            self.lines.setdefault(kind, []).append(line)

    def quantity(self, kind, *arguments, **named):
        self.add(QUANTITY + kind, *arguments, **named)

    def pieces(self, start, end, shortest, longest):
        """A stretch of time in pieces of irregular length, without a gap."""
        while start < end:
            length = self.chance.randint(shortest, longest)
            stop = end if end - start - length < shortest else start + length
            yield start, stop
            start = stop


def note(key, value):
    return f'<MetadataEntry key="{key}" value="{escaped(str(value))}"/>'


ZONE = note("HKTimeZone", "Europe/Berlin")

# Walks and Tuesday's run: day, begin, minutes, steps a minute, who was carried. The last of Friday goes past midnight.
WALKS = [
    (0, "7:52", 11, 104, "wp"), (0, "12:21", 18, 96, "wp"), (0, "17:40", 14, 108, "wp"), (0, "20:10", 6, 71, "w"),
    (1, "7:49", 12, 106, "wp"), (1, "12:30", 9, 88, "w"), (1, "18:05", 36, 161, "w"), (1, "20:31", 8, 64, "p"),
    (2, "8:03", 10, 101, "wp"), (2, "11:15", 31, 97, "p"), (2, "16:48", 22, 110, "wp"), (2, "21:02", 5, 59, "w"),
    (3, "7:55", 11, 103, "wp"), (3, "13:05", 16, 92, "w"), (3, "18:20", 20, 41, "w"), (3, "19:02", 12, 99, "wp"),
    (4, "8:10", 9, 107, "wp"), (4, "12:44", 13, 90, "wp"), (4, "23:34", 52, 95, "wp"),
    (5, "12:10", 27, 93, "p"), (5, "15:37", 44, 98, "wp"), (5, "19:20", 9, 76, "w"),
    (6, "10:25", 35, 94, "wp"), (6, "14:02", 63, 102, "wp"), (6, "18:55", 12, 87, "p"),
]
# When the watch lay on its charger: day, from, to.
CHARGING = [(0, "21:30", "22:20"), (1, "20:20", "21:15"), (2, "10:40", "12:05"), (3, "21:10", "22:05"), (5, "9:40", "12:50"), (6, "18:40", "19:25")]
# Nights by the day they end on: fell asleep the evening before (or that night), woke up; the fourth night the watch stayed on its charger.
NIGHTS = [(0, -1, "22:58", "6:41", True), (1, 0, "23:12", "6:38", True), (2, 1, "22:47", "6:55", True), (3, 2, "23:20", "6:44", False),
          (4, 3, "22:52", "7:02", True), (5, 5, "0:49", "8:26", True), (6, 5, "23:31", "8:18", True)]


def worn(second):
    """Whether the watch was on the wrist."""
    if any(at(day, a) <= second < at(day, b) for day, a, b in CHARGING):
        return False
    return not at(2, "22:30") <= second < at(3, "6:50")


def walks(export):
    for day, begin, minutes, cadence, carried in WALKS:
        begin = at(day, begin) + export.chance.randint(0, 50)
        end = begin + minutes * 60 + export.chance.randint(0, 40)
        for letter, source, shortest, longest, factor in (("w", WATCH, 70, 420, 1.0), ("p", PHONE, 120, 600, 0.94)):
            if letter not in carried:
                continue
            # The two never agree on when a walk began.
            shift = 0 if letter == "w" else export.chance.randint(-30, 30)
            for start, stop in export.pieces(begin + shift, end + shift, shortest, longest):
                steps = round(cadence * (stop - start) / 60 * factor * export.chance.uniform(0.96, 1.04))
                export.quantity("StepCount", source, start, stop, max(1, steps), "count")
                export.quantity("DistanceWalkingRunning", source, start, stop, f"{max(1, steps) * 0.00071:.5g}", "km")
    for day in (0, 2, 4):  # whole hours, whatever else was measured in them
        for hour in (8, 11, 12, 17):
            export.quantity("StepCount", SPORT, at(day, f"{hour}:00"), at(day, f"{hour + 1}:00"), export.chance.randint(650, 1900), "count")
    # Typed in for a treadmill that the wrist, held to its rail, had not noticed.
    export.quantity("StepCount", TYPED, at(3, "18:20"), at(3, "18:40"), 2150, "count", inside=[note("HKWasUserEntered", 1)])
    for day, clock, floors in ((0, "7:55", 2), (0, "17:45", 3), (1, "7:53", 2), (2, "11:20", 5), (3, "19:06", 3), (4, "12:50", 1), (6, "14:30", 12)):
        export.quantity("FlightsClimbed", PHONE, at(day, clock) + 4, at(day, clock) + 70, floors, "count")
        export.quantity("FlightsClimbed", WATCH, at(day, clock) + 9, at(day, clock) + 75, floors, "count")


def energy(export):
    moving = [(at(day, begin), at(day, begin) + minutes * 60) for day, begin, minutes, *_ in WALKS]
    moving.append((at(3, "17:30"), at(3, "18:15")))
    asleep = [(at(begins, a), at(ends, b)) for ends, begins, a, b, _ in NIGHTS]
    for start, stop in export.pieces(at(-1, "22:00"), int(EXPORTED.timestamp()), 500, 1500):
        if not worn(start) or not worn(stop) or start < at(0, "0:00"):
            continue
        shares = [sum(max(0, min(stop, b) - max(start, a)) for a, b in spans) / (stop - start) for spans in (moving, asleep)]
        rate = 0.3 + 4.1 * shares[0] - 0.26 * shares[1]
        export.quantity("ActiveEnergyBurned", WATCH, start, stop, f"{rate * (stop - start) / 60 * export.chance.uniform(0.7, 1.3):.3f}", "kcal")
        if shares[0] > 0.4:
            minutes = round(shares[0] * (stop - start) / 60)
            export.quantity("AppleExerciseTime", WATCH, stop - 60 * minutes, stop, minutes, "min")
    for start, stop in export.pieces(at(0, "0:00"), int(EXPORTED.timestamp()), 3400, 3700):
        if worn(start):
            export.quantity("BasalEnergyBurned", WATCH, start, stop, f"{(stop - start) / 60 * export.chance.uniform(0.98, 1.03):.3f}", "kcal")
    # The sport app's own opinion of the run, and of the ride that the watch slept through; the latter in kilojoules.
    export.quantity("ActiveEnergyBurned", SPORT, at(1, "18:05") + 6, at(1, "18:42") - 3, 318.4, "kcal")
    export.quantity("ActiveEnergyBurned", SPORT, at(5, "10:04"), at(5, "11:21"), 2175.68, "kJ")


def heart(export):
    for start, stop in export.pieces(at(0, "0:04"), int(EXPORTED.timestamp()), 1100, 2900):
        if worn(start):
            resting = 56 if datetime.fromtimestamp(start, HOME).hour < 7 else 71
            export.quantity("HeartRate", WATCH, start, start, resting + export.chance.randint(-6, 22), "count/min",
                            inside=[note("HKMetadataKeyHeartRateMotionContext", export.chance.randint(0, 2))])
    for start in range(at(1, "18:06"), at(1, "18:42"), 61):
        export.quantity("HeartRate", WATCH, start, start, 132 + export.chance.randint(0, 33), "count/min",
                        inside=[note("HKMetadataKeyHeartRateMotionContext", 2)])
    for day in range(7):
        export.quantity("RestingHeartRate", WATCH, at(day, "0:05"), at(day, "20:40"), 54 + export.chance.randint(0, 6), "count/min")
        start = at(day, "4:13") + day * 71
        if worn(start):
            # Beats carry the clock of the day they were felt, with a comma where the phone's language has one.
            beats, second = [], datetime.fromtimestamp(start, HOME)
            for _ in range(5):
                second += timedelta(milliseconds=export.chance.randint(900, 1100) // 10 * 10)
                beats.append(f' <InstantaneousBeatsPerMinute bpm="{export.chance.randint(54, 66)}" time="{second:%H:%M:%S},{second.microsecond // 10000:02d}"/>')
            export.quantity("HeartRateVariabilitySDNN", WATCH, start, start + 63, f"{export.chance.uniform(38, 74):.4f}", "ms",
                            inside=["<HeartRateVariabilityMetadataList>", *beats, "</HeartRateVariabilityMetadataList>"])
            export.quantity("OxygenSaturation", WATCH, start + 900, start + 900, export.chance.choice(["0.96", "0.97", "0.98"]), "%")


def nights(export):
    kind = CATEGORY + "SleepAnalysis"
    for ends, begins, bed, up, by_watch in NIGHTS:
        bed, up = at(begins, bed), at(ends, up)
        export.add(kind, PHONE, bed - 9 * 60, up + 4 * 60, SLEEP + "InBed", inside=[ZONE])
        if by_watch:
            stages = [("AsleepCore", 14, 38), ("AsleepDeep", 12, 33), ("AsleepCore", 9, 26), ("AsleepREM", 8, 29), ("Awake", 1, 6)]
            second, turn = bed + 340, 0
            while second < up:
                stage, shortest, longest = stages[turn % len(stages)]
                stop = min(up, second + export.chance.randint(shortest * 2, longest * 2) * 30)
                export.add(kind, WATCH, second, stop, SLEEP + stage, inside=[ZONE])
                second, turn = stop, turn + 1
        if not by_watch or ends == 1:
            # An older app: asleep or not, before there were stages.
            export.add(kind, NIGHT, bed + 1080, bed + 3 * 3600, SLEEP + "Asleep", inside=[ZONE])
            export.add(kind, NIGHT, bed + 3 * 3600 + 540, up - 420, SLEEP + "AsleepUnspecified", inside=[ZONE])
    export.add(kind, WATCH, at(6, "15:40"), at(6, "16:28"), SLEEP + "AsleepCore", inside=[ZONE])  # a nap
    export.add("HKDataTypeSleepDurationGoal", PHONE, at(0, "9:00"), at(0, "9:00"), 8, "hr")


def body(export):
    for day, clock, kilograms in ((0, "6:50", 68.4), (2, "7:04", 68.1), (2, "7:09", 68.2), (4, "7:11", 68.0), (6, "8:31", 67.9)):
        export.quantity("BodyMass", SCALE, at(day, clock), at(day, clock), kilograms, "kg", inside=[note("HKWasUserEntered", 0)])
    export.quantity("BodyMass", TYPED, at(5, "8:40"), at(5, "8:40"), 149.7, "lb", inside=[note("HKWasUserEntered", 1)])
    export.quantity("BodyTemperature", TYPED, at(4, "7:20"), at(4, "7:20"), 98.1, "degF")
    export.quantity("BloodGlucose", TYPED, at(4, "7:25"), at(4, "7:25"), 5.2, "mmol<180.1558800000541>/L")
    export.quantity("VO2Max", WATCH, at(1, "18:44"), at(1, "18:44"), "41.37", "mL/min\u00b7kg")
    # Sessions have no value at all; this app's name came with a control character that XML doesn't allow.
    mind = export.record(CATEGORY + "MindfulSession", SPORT, at(3, "21:20"), at(3, "21:31"))
    export.lines[CATEGORY + "MindfulSession"] = [
        export.record(CATEGORY + "MindfulSession", WATCH, at(0, "12:50"), at(0, "12:55")), mind.replace(SPORT, "Breath\x0bpause")]
    for day in range(7):
        for hour in range(8, 21, 2):
            export.add(CATEGORY + "AppleStandHour", WATCH, at(day, f"{hour}:00"), at(day, f"{hour + 1}:00"), "HKCategoryValueAppleStandHourStood")


def synced_again(export):
    """Tuesday's morning walk once more, as after a restored backup: another time of writing, another pointer, and nothing else."""
    morning = range(at(1, "7:45"), at(1, "8:10"))
    for kind in ("StepCount", "DistanceWalkingRunning"):
        lines = export.lines[QUANTITY + kind]
        for line in list(lines):
            if any(f'startDate="{stamp(second)}"' in line for second in morning):
                before, rest = line.split(' creationDate="')
                for pointer in POINTERS:
                    before = before.replace(pointer, "0x11e6f5500")
                lines.append(f'{before} creationDate="{stamp(at(6, "20:00"))}" {rest[rest.index("startDate"):]}')


def correlations(export):
    """A meal and a blood pressure. Their parts stand in the file twice: inside, and among the other records."""
    blocks = []
    for name, source, start, inside, parts in (
        ("Food", SPORT, at(2, "13:02"), [note("HKFoodType", 'Oat & "berry" bowl')],
         [("DietaryEnergyConsumed", 512, "kcal"), ("DietaryProtein", 21.5, "g"), ("DietaryCarbohydrates", 68.2, "g")]),
        ("BloodPressure", TYPED, at(4, "7:30"), [], [("BloodPressureSystolic", 118, "mmHg"), ("BloodPressureDiastolic", 76, "mmHg")]),
    ):
        lines = [f'<Correlation type="HKCorrelationTypeIdentifier{name}" {export.head(source)} creationDate="{stamp(start + 8)}" '
                 f'startDate="{stamp(start)}" endDate="{stamp(start)}">']
        lines += [f" {line}" for line in inside]
        for kind, value, unit in parts:
            export.quantity(kind, source, start, start, value, unit, lag=8)
            lines.append(export.record(QUANTITY + kind, source, start, start, value, unit, indent=" ", lag=8))
        blocks += [" " + line for line in lines + ["</Correlation>"]]
    return blocks


def workouts(export):
    """A run that two apps recorded, weights, and a ride that only the sport app saw, written as phones wrote workouts before iOS 16."""

    def opening(activity, source, start, end, minutes, totals=""):
        return (f'<Workout workoutActivityType="HKWorkoutActivityType{activity}" duration="{minutes}" durationUnit="min"{totals} '
                f'{export.head(source)} creationDate="{stamp(end + 11)}" startDate="{stamp(start)}" endDate="{stamp(end)}"')

    def statistics(start, end, rows):
        return [f'<WorkoutStatistics type="{QUANTITY}{kind}" startDate="{stamp(start)}" endDate="{stamp(end)}" {values} unit="{unit}"/>'
                for kind, values, unit in rows]

    def watched(activity, start, end, minutes, rows, between, details):
        rows = statistics(start, end, rows)
        activity_of_it = (f'<WorkoutActivity uuid="{export.chance.getrandbits(128):032X}" startDate="{stamp(start)}" endDate="{stamp(end)}" '
                          f'duration="{minutes}" durationUnit="min">')
        return [opening(activity, WATCH, start, end, minutes) + ">", *(" " + line for line in [ZONE, *details, *between, activity_of_it]),
                *("  " + row for row in rows), " </WorkoutActivity>", *(" " + row for row in rows)]

    start, end = at(1, "18:05"), at(1, "18:42")
    lines = watched(
        "Running", start, end, "35.4833333333333",
        [("ActiveEnergyBurned", 'sum="301.882"', "kcal"), ("HeartRate", 'average="148.613" minimum="97" maximum="171"', "count/min"),
         ("DistanceWalkingRunning", 'sum="5.8217"', "km")],
        [f'<WorkoutEvent type="HKWorkoutEventTypePause" date="{stamp(start + 900)}"/>',
         f'<WorkoutEvent type="HKWorkoutEventTypeResume" date="{stamp(start + 991)}"/>',
         f'<WorkoutEvent type="HKWorkoutEventTypeSegment" date="{stamp(start)}" duration="7.12" durationUnit="min"/>'],
        [note("HKIndoorWorkout", 0), note("HKWeatherTemperature", "48.2 degF"), note("HKWeatherHumidity", "6400 %"), note("HKElevationAscended", "2875 cm")])
    lines += [f' <WorkoutRoute {export.head(WATCH)} creationDate="{stamp(end + 14)}" startDate="{stamp(start)}" endDate="{stamp(end)}">',
              "  " + note("HKMetadataKeySyncVersion", 2), '  <FileReference path="/workout-routes/route_2026-03-24_6.42pm.gpx"/>',
              " </WorkoutRoute>", "</Workout>"]
    twin = opening("Running", SPORT, start + 6, end - 3, "36.85", ' totalDistance="5.9" totalDistanceUnit="km" totalEnergyBurned="318.4" totalEnergyBurnedUnit="kcal"')
    lines.append(twin + "/>")
    start, end = at(3, "17:30"), at(3, "18:15")
    lines += watched(
        "TraditionalStrengthTraining", start, end, "45", [("ActiveEnergyBurned", 'sum="214.09"', "kcal"),
        ("HeartRate", 'average="112.4" minimum="81" maximum="139"', "count/min")], [], [note("HKIndoorWorkout", 1)]) + ["</Workout>"]
    start, end = at(5, "10:04"), at(5, "11:21")
    lines += [opening("Cycling", SPORT, start, end, "74.5", ' totalDistance="15.3" totalDistanceUnit="mi" totalEnergyBurned="2175.68" totalEnergyBurnedUnit="kJ"') + "/>"]
    return [" " + line for line in lines]


def route():
    """The run's way around a park, every 15 seconds."""
    chance, latitude, longitude, height = random.Random("a run"), 52.5142, 13.3501, 34.0
    points = []
    for second in range(at(1, "18:05"), at(1, "18:42"), 15):
        latitude, longitude = latitude + chance.uniform(-1, 4) * 1e-5, longitude + chance.uniform(-1, 6) * 1e-5
        height += chance.uniform(-0.2, 0.2)
        when = datetime.fromtimestamp(second, timezone.utc)
        points.append(f'      <trkpt lon="{longitude:.6f}" lat="{latitude:.6f}"><ele>{height:.2f}</ele><time>{when:%Y-%m-%dT%H:%M:%SZ}</time></trkpt>')
    return "\n".join([
        '<?xml version="1.0" encoding="UTF-8"?>', '<gpx version="1.1" creator="Apple Health Export" xmlns="http://www.topografix.com/GPX/1/1">',
        "  <trk>", "    <name>Route 2026-03-24 6:42pm</name>", "    <trkseg>", *points, "    </trkseg>", "  </trk>", "</gpx>", ""])


def electrocardiogram():
    volts = random.Random("a heart")
    head = ["Name,", "Date of Birth,", "Recorded Date,2026-03-26 21:05:40 +0100", "Classification,Sinus Rhythm", "Symptoms,", "Software Version,2.0",
            'Device,"Watch7,1"', "Sample Rate,512 hertz", "", "", "Lead,Lead I", "Unit,µV", ""]
    return "\n".join(head + [f"{volts.uniform(-80, 140):.3f}" for _ in range(40)]) + "\n"


# As iOS 16 writes it: the list of VisionPrescription is never closed, and a date stands twice. No XML parser gets past it.
DTD = """<!DOCTYPE HealthData [
<!-- HealthKit Export Version: 12 -->
<!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary|VisionPrescription)*)>
<!ATTLIST WorkoutStatistics
  type CDATA #REQUIRED
  startDate CDATA #REQUIRED
  startDate CDATA #REQUIRED
>
<!ELEMENT VisionPrescription (MetadataEntry)*>
<!ATTLIST VisionPrescription
  type CDATA #REQUIRED
  dateIssued CDATA #REQUIRED
<!ELEMENT MetadataEntry EMPTY>
]>
"""


def document(rings=()):
    """The whole XML. Records of a type stand together, as the phone has them."""
    export = Export()
    for part in (walks, energy, heart, nights, body, synced_again):
        part(export)
    blocks = correlations(export)
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', DTD + '<HealthData locale="de_DE">', f' <ExportDate value="{stamp(int(EXPORTED.timestamp()))}"/>',
             ' <Me HKCharacteristicTypeIdentifierDateOfBirth="" HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexNotSet" '
             'HKCharacteristicTypeIdentifierBloodType="HKBloodTypeNotSet" HKCharacteristicTypeIdentifierFitzpatrickSkinType="HKFitzpatrickSkinTypeNotSet"/>']
    for kind in sorted(export.lines):
        lines += export.lines[kind]
    lines += blocks + workouts(export)
    for day, kilocalories, minutes in rings:
        lines.append(f' <ActivitySummary dateComponents="{day}" activeEnergyBurned="{kilocalories:.3f}" activeEnergyBurnedGoal="480" '
                     f'activeEnergyBurnedUnit="kcal" appleMoveTime="0" appleMoveTimeGoal="0" appleExerciseTime="{minutes:.0f}" '
                     'appleExerciseTimeGoal="30" appleStandHours="7" appleStandHoursGoal="12"/>')
    return "\n".join(lines + ["</HealthData>", ""])


def write_zip(path, members):
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in members:
            member = zipfile.ZipInfo("apple_health_export/" + name, EXPORTED.timetuple()[:6])
            member.compress_type, member.create_system, member.external_attr = zipfile.ZIP_DEFLATED, 3, 0o644 << 16
            archive.writestr(member, text.encode(), compresslevel=9)


def auto_export():
    """Monday as Health Auto Export gives it: sums by the hour, the night as one row of hours."""
    chance, day = random.Random("a Monday"), "2026-03-30"

    def hourly(low, high, digits=0):
        hours = (7, 8, 12, 13, 17, 18, 19)
        return [{"date": f"{day} {hour:02d}:00:00 +0200", "qty": round(chance.uniform(low, high), digits) if digits else chance.randint(low, high),
                 "source": f"{WATCH}|{PHONE}"} for hour in hours]

    pulse = [{"date": f"{day} {hour:02d}:00:00 +0200", "Min": 52 + hour, "Avg": 61.5 + hour, "Max": 78 + hour, "source": WATCH} for hour in (8, 12, 18)]
    night = {"date": f"{day} 00:00:00 +0200", "sleepStart": "2026-03-29 22:48:00 +0200", "sleepEnd": f"{day} 06:42:00 +0200",
             "inBedStart": "2026-03-29 22:39:00 +0200", "inBedEnd": f"{day} 06:46:00 +0200", "asleep": 0, "core": 4.25, "deep": 1.1, "rem": 1.8,
             "awake": 0.25, "inBed": 8.1166666667, "totalSleep": 7.15, "source": WATCH}
    metrics = [("step_count", "count", hourly(350, 1900)), ("active_energy", "kJ", hourly(150, 420, 2)), ("walking_running_distance", "km", hourly(0.3, 1.4, 3)),
               ("heart_rate", "count/min", pulse), ("weight_body_mass", "kg", [{"date": f"{day} 06:58:00 +0200", "qty": 67.8, "source": SCALE}]),
               ("sleep_analysis", "hr", [night])]
    walk = {"id": "5D0E6C1A-7B0F-4E7C-9C54-2F3F0A9B1E77", "name": "Outdoor Walk", "start": f"{day} 17:31:00 +0200", "end": f"{day} 18:03:00 +0200",
            "duration": 1860.0, "activeEnergyBurned": {"qty": 531.4, "units": "kJ"}, "distance": {"qty": 2.61, "units": "km"}}
    return {"data": {"metrics": [{"name": name, "units": unit, "data": rows} for name, unit, rows in metrics], "workouts": [walk]}}


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent
    # The rings are the phone's own sums of the day; they nearly agree with the merged samples, as they do in life.
    rough = paint.days(paint.read_apple(document()), HOME)
    chance = random.Random("rings")
    rings = [(day, row["active_kcal"] * chance.uniform(0.99, 1.01), row["exercise_min"]) for day, row in sorted(rough.items()) if row.get("active_kcal")]
    xml = document(rings)
    write_zip(folder / "export.zip", [
        ("Export.xml", xml), ("export_cda.xml", '<?xml version="1.0"?>\n<ClinicalDocument/>\n<ClinicalDocument/>\n'),
        ("workout-routes/route_2026-03-24_6.42pm.gpx", route()), ("electrocardiograms/ecg_2026-03-26.csv", electrocardiogram())])
    monday = auto_export()
    (folder / "auto-export.json").write_text(json.dumps(monday, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    days = paint.days(paint.read_apple(xml), HOME)
    days.update(paint.auto_export_days(monday))
    (folder / "expected.tsv").write_text(paint.table(days), encoding="utf-8")


if __name__ == "__main__":
    main()
