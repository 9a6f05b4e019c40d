"""Reads a calendar on standard input as a calendar program does, by the package icalendar, and prints what is in it as lines of JSON.

The first line is about the calendar: its name, the package's complaints, and the most octets of a line. Each further line is an event, an all-day one
with its first day and the day after the last.
"""

import datetime
import json
import sys

import icalendar

bytes_ = sys.stdin.buffer.read()
calendar = icalendar.Calendar.from_ical(bytes_)
events = calendar.walk("VEVENT")
print(json.dumps({
    "name": str(calendar.get("X-WR-CALNAME")), "octets": max(len(line) for line in bytes_.split(b"\r\n")),
    "errors": [str(error) for part in [calendar, *events] for error in part.errors]}))
for event in events:
    first, end = event["DTSTART"].dt, event["DTEND"].dt
    assert type(first) is type(end) is datetime.date, "not an all-day event"
    excepted = event.get("EXDATE", [])
    print(json.dumps({
        "uid": str(event["UID"]), "summary": str(event["SUMMARY"]), "description": str(event.get("DESCRIPTION", "")),
        "first": first.isoformat(), "end": end.isoformat(), "rule": event["RRULE"].to_ical().decode() if "RRULE" in event else None,
        "excepted": [part.dt.isoformat() for part in excepted.dts] if excepted else []}))
