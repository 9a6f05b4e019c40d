"""How many barcodes are read: of the sample photos, of real photos, of drawn codes, of damaged ones."""
from .bench import ROOT, Device, Row, Skipped, note, temporary_folder
from .readers import expected, hsync_reads, need_peers, zbarimg_reads, zxing_run
from .shared import PAINTER, PICTURES, SCORER, damaged_codes, drawn_codes, need_shared, score

DRAWN = 3000


def on_samples():
    wanted = expected(ROOT / "samples" / "expected.tsv", ROOT / "samples")
    paths = list(wanted)
    with temporary_folder() as folder:
        ours = hsync_reads(paths, Device(folder).env)
    zbar, zxing = zbarimg_reads(paths), zxing_run(paths)[0]

    def right(reads):
        return sum(reads.get(path, set()) == codes for path, codes in wanted.items())

    def wrong(reads):
        return sum(bool(reads.get(path, set()) - codes) for path, codes in wanted.items())

    return [
        Row(f"sample photos read right, of {len(paths)}", str(right(ours)), f"zbarimg {right(zbar)}, zxing-cpp {right(zxing)}", "", f"{len(paths)}", right(ours) == len(paths)),
        Row("sample photos with a wrong code", str(wrong(ours)), f"zbarimg {wrong(zbar)}, zxing-cpp {wrong(zxing)}", "", "0", wrong(ours) == 0),
    ]


def compared(folder, lines):
    """A row for each of `lines` (key, text with {} for the number of pictures, goal, whether it is met), both peers beside."""
    need_shared(SCORER, folder)
    ours, zbar, zxing = score(folder), score(folder, peer="zbarimg"), score(folder, peer="zxing")
    return [
        Row(text.format(ours["negative" if key == "false" else "positive"]), str(ours[key]), f"zbarimg {zbar[key]}, zxing-cpp {zxing[key]}", "", goal, met(ours[key]))
        for key, text, goal, met in lines
    ]


def on_real_photos():
    return compared(PICTURES, [
        ("ok", "real photos read right, of {}", ">= 365", lambda ok: ok >= 365),
        ("wrong", "real photos with a wrong code, of {}", "0", lambda wrong: wrong == 0),
        ("false", "real photos with a code where there is none, of {}", "0", lambda false: false == 0),
    ])


def on_drawn_codes():
    need_shared(PAINTER)
    return compared(drawn_codes(DRAWN), [
        ("ok", "drawn codes read right, of {}", ">= 876", lambda ok: ok >= 876),
        ("wrong", "drawn codes read wrong, of {}", "0", lambda wrong: wrong == 0),
        ("false", "drawn codes with a wrong check digit read all the same, of {}", "<= 2", lambda false: false <= 2),
    ])


def on_damaged_codes():
    return compared(damaged_codes(DRAWN), [
        ("ok", "hidden and damaged codes read right, of {}", ">= 1183", lambda ok: ok >= 1183),
        ("wrong", "hidden and damaged codes read wrong, of {}", "0", lambda wrong: wrong == 0),
    ])


def of_one_engine():
    """Which engine reads how much alone; for comparison, without a goal."""
    need_shared(SCORER, PICTURES)
    rows = []
    for engine in ("fit", "zbar"):
        alone = score(PICTURES, engine=engine)
        rows.append(Row(f"--engine {engine} alone: real photos read right, wrong, false", f"{alone['ok']}, {alone['wrong']}, {alone['false']}", ""))
    return rows


def rows(quick):
    need_peers()
    result = on_samples()
    for part in [on_real_photos, *([] if quick else [on_drawn_codes, on_damaged_codes]), of_one_engine]:
        try:
            result += part()
        except Skipped as reason:
            note(f"{part.__name__.replace('_', ' ')} left out: {reason}")
    return result
