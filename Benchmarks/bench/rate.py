"""Many photos in one process: milliseconds a picture on one core against zxing-cpp, and what the other cores bring."""
import contextlib
import os
import statistics

from .bench import ROOT, Device, Row, Skipped, note, once, temporary_folder
from .photos import rendered
from .readers import SCAN, zxing_run
from .shared import PICTURES, need_shared, scored_pictures

CORES_GOAL = 1.8


@contextlib.contextmanager
def one_core():
    """What is started meanwhile has one core, whatever threads it makes."""
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


def scanned(words, env, cwd=None):
    """Seconds of a scan. Exit codes 1 and 65 are pictures without a code and broken ones, which there are."""
    cost = once([*SCAN, *words], env, cwd)
    if cost.status not in (0, 1, 65):
        raise RuntimeError(f"hsync scan exited {cost.status}")
    return cost.ms / 1000


def against_zxing(rounds, env):
    """In turn, ours with the process' start and zxing-cpp without python's; the median of the rounds' ratios."""
    need_shared(PICTURES)
    paths = scored_pictures()
    with one_core():
        trips = [(scanned(["--jobs", "1", *paths], env, PICTURES), zxing_run(paths, PICTURES)[1]) for _ in range(rounds)]
    ours, zxing = (1000 * statistics.median(seconds) / len(paths) for seconds in zip(*trips))
    ratio = statistics.median(mine / theirs for mine, theirs in trips)
    return Row(f"ms a picture, all {len(paths)} in one process, one core", f"{ours:.2f}", f"zxing-cpp {zxing:.2f}", f"{ratio:.2f}x", "<= 1.0x", ratio <= 1)


def on_all_cores(rounds, env):
    """A folder on one core and on all."""
    cores = os.cpu_count() or 1
    if cores < 2:
        raise Skipped("there is one core")
    if PICTURES.is_dir():
        name, words = "folder of real photos", ["-r", PICTURES]
    else:
        name, words = "sample photos, rendered ones of 12 MP", ["-r", ROOT / "samples" / "photos", *rendered(12)]
    trips = []
    for _ in range(rounds):
        with one_core():
            alone = scanned(["--jobs", "1", *words], env)
        trips.append((alone, scanned(["--jobs", str(cores), *words], env)))
    one, all_cores = (statistics.median(seconds) for seconds in zip(*trips))
    ratio = statistics.median(alone / together for alone, together in trips)
    # The goal is that of two cores.
    return Row(f"{name}, {cores} cores, seconds", f"{all_cores:.2f}", f"one core {one:.2f}", f"{ratio:.2f}x", f">= {CORES_GOAL}x", ratio >= CORES_GOAL)


def rows(quick):
    result = []
    with temporary_folder() as folder:
        env = Device(folder).env
        for part, rounds in ((against_zxing, 7), (on_all_cores, 5)):
            try:
                result.append(part(1 if quick else rounds, env))
            except Skipped as reason:
                note(f"{part.__name__.replace('_', ' ')} left out: {reason}")
    return result
