"""One process a photo, as a person runs it: phone photos of others, and photos of 1, 12 and 48 megapixels, against both peers on the same files."""
import statistics
import subprocess

from .bench import CACHE, ROOT, Device, Row, Skipped, interleaved, median_ms, note, peers_python, temporary_folder
from .readers import COMMANDS, expected, hsync_reads, need_peers, zbarimg_reads, zxing_run
from .shared import PICTURES, need_shared

COUNTS = {1: 3, 12: 3, 48: 2}
GOALS = {1: 1.0, 12: 6.0, 48: 6.0}
PEERS = [name for name in COMMANDS if name != "ours"]


def rendered(megapixels):
    """Path → codes of photos of that size, rendered once and kept."""
    folder = CACHE / f"photos-{megapixels}mp"
    table = folder / "expected.tsv"
    if not table.exists() or table.stat().st_mtime < (ROOT / "samples" / "make.py").stat().st_mtime:
        note(f"rendering {COUNTS[megapixels]} photos of {megapixels} megapixels")
        subprocess.run([peers_python(), ROOT / "samples" / "make.py", "--megapixels", str(megapixels), "--count", str(COUNTS[megapixels]),
                        "--out", folder], check=True, stdout=subprocess.DEVNULL)
    return expected(table, folder)


def timed(paths, runs, env):
    """Name → median ms of each path in turn, the commands interleaved."""
    times = {name: [] for name in COMMANDS}
    for path in paths:
        costs = interleaved({name: [*words, path] for name, words in COMMANDS.items()}, runs, env, warm=1)
        for name in COMMANDS:
            times[name].append(median_ms(costs[name]))
    return times


def described(times):
    return ", ".join(f"{name} {statistics.median(times[name]):.1f}" for name in PEERS)


def phone_photos(runs, env):
    """Medians over the photos: which of them is slow differs from reader to reader."""
    need_shared(PICTURES / "off")
    times = timed(sorted(map(str, (PICTURES / "off").glob("*.jpg"))), runs, env)
    ours = statistics.median(times["ours"])
    ratio = min(statistics.median(times[name]) for name in PEERS) / ours
    return [Row(f"phone photo, ms a process, median of {len(times['ours'])}", f"{ours:.1f}", described(times), f"{ratio:.1f}x", "> 1x", ratio > 1)]


def large_photos(megapixels, goal, runs, env):
    wanted = rendered(megapixels)
    times = timed(wanted, runs, env)
    # The worst photo counts, against the faster peer, not the mean: "at least" means each.
    ratio = min(min(peers) / ours for ours, *peers in zip(times["ours"], *(times[name] for name in PEERS)))
    right = {name: sum(reads.get(path) == codes for path, codes in wanted.items())
             for name, reads in (("ours", hsync_reads(list(wanted), env)), ("zbarimg", zbarimg_reads(list(wanted))), ("zxing-cpp", zxing_run(list(wanted))[0]))}
    return [
        Row(f"{megapixels} MP photo, ms a process", f"{statistics.median(times['ours']):.1f}", described(times), f"{ratio:.1f}x", f">= {goal:g}x", ratio >= goal),
        Row(f"{megapixels} MP photos read right, of {len(wanted)}", str(right["ours"]), f"zbarimg {right['zbarimg']}, zxing-cpp {right['zxing-cpp']}", "",
            f"{len(wanted)}", right["ours"] == len(wanted)),
    ]


def rows(quick):
    need_peers()
    result = []
    with temporary_folder() as folder:
        env = Device(folder).env
        try:
            result += phone_photos(1 if quick else 7, env)
        except Skipped as reason:
            note(f"phone photos left out: {reason}")
        for megapixels, goal in GOALS.items():
            result += large_photos(megapixels, goal, 1 if quick else {1: 21, 12: 9, 48: 5}[megapixels], env)
    return result
