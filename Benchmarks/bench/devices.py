"""200 devices at once: each pushes small batches and pulls what the others pushed, over a connection that it keeps."""
from .bench import Row, temporary_folder
from .server import load, records

DEVICES, USERS = 200, 20
PUSHES, BATCH = 50, 10  # long enough for caches to fill in the first quarter


def rows(quick):
    pushes = 4 if quick else PUSHES
    with temporary_folder() as folder:
        source = records(folder, DEVICES * pushes * BATCH)
        # Any answer but 200, and any record that isn't accepted, ends the load program with an error.
        done = load(folder, source, "zstd", DEVICES, BATCH, users=USERS, pull=True)
    quarter, end = done["quarter_mb"], done["end_mb"]
    asked = (done["pushes"] + done["pulls"]) / done["seconds"]
    return [
        Row(f"{DEVICES} devices of {USERS} users, requests a second", f"{asked:,.0f}", "", "", "no error", True),
        Row(f"a push of {BATCH} records among them, ms", f"p50 {done['push_p50_ms']:.0f}, p99 {done['push_p99_ms']:.0f}", ""),
        Row("a pull among them, ms", f"p50 {done['pull_p50_ms']:.0f}, p99 {done['pull_p99_ms']:.0f}", ""),
        Row("the server's memory in MB, at the end", f"{end:.0f}", f"after a quarter {quarter:.0f}", "", "<= +10 % or 4 MB",
            None if quick else end <= max(1.1 * quarter, quarter + 4)),  # a quick run is over before caches are full
    ]
