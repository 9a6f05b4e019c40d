#!/usr/bin/env python3
"""Writes the seeds that are better made than kept: seeds.py DIR makes DIR/gray, DIR/profile, DIR/symbologies, DIR/gs1 and DIR/orientation."""
import struct
import sys
from pathlib import Path

# Seven modules of each digit in set A (ISO/IEC 15420, table 1); C has the colours exchanged, B is C backwards.
A = "0001101 0011001 0010011 0111101 0100011 0110001 0101111 0111011 0110111 0001011".split()
C = [digit.translate(str.maketrans("01", "10")) for digit in A]
B = [digit[::-1] for digit in C]
SETS = dict(A=A, B=B, C=C)

# Kind, in the order of SymbolKind: its modules.
SYMBOLS = {
    "ean13": "101" + "".join(SETS[s][int(d)] for s, d in zip("ABBAAB", "901234")) + "01010" + "".join(C[int(d)] for d in "123457") + "101",
    "ean8": "101" + "".join(A[int(d)] for d in "9638") + "01010" + "".join(C[int(d)] for d in "5074") + "101",
    "upce": "101" + "".join(SETS[s][int(d)] for s, d in zip("BAABBA", "123456")) + "010101",
}
# The same of DataBars: (01)09521234543213, and expanded (01)99521234543216(3103)001750(10)LOT7 and (10)LOT7.
DATABARS = {
    "databar": f"{0x41414e0178ace165780c125d:096b}",
    "expanded": f"{0xb923dfe16467b420d7c0c2b1e78b91f852c7084365fe7658386a1c60171ebb1d3d7fcd:0281b}",
    "batch": f"{0x980a5fe15106367f5781c0a367d311f85:0133b}",
}
# The rows of a QR code that says hello.
QR = [
    0x1fcb7f, 0x104e41, 0x175b5d, 0x174a5d, 0x17455d, 0x104141, 0x1fd57f, 0x001b00, 0x1dfec4, 0x0fb843, 0x0fd11f, 0x060042, 0x016d50, 0x001aa7,
    0x1fdee7, 0x105fb0, 0x175ee3, 0x174466, 0x175d15, 0x105852, 0x1fd563,
]


def words(*fields):
    """Codewords of a QR code from fields: value and length in bits."""
    text = "".join(f"{value:0{length}b}" for value, length in fields) + "0000"
    text += "0" * (-len(text) % 8)
    return int(text, 2).to_bytes(len(text) // 8, "big")


def byte_mode(text):
    return [(4, 4), (len(text), 8)] + [(byte, 8) for byte in text]


# ISO/IEC 18004, table 2: the modes of what follows.
QR_WORDS = {
    "link": words(*byte_mode(b"https://id.gs1.org/01/09521234543213")),
    "gs1": words((5, 4), (1, 4), (16, 10), *((int(d), 10) for d in ("010", "952", "123", "454", "321")), (3, 4), *byte_mode(b"10L\x1d")),
    "industry": words((9, 4), (37, 8), *byte_mode(b"x")),
    "letters": words((2, 4), (5, 9), (10 * 45 + 11, 11), (12 * 45 + 36, 11), (37, 6)),
    "charset": words((7, 4), (26, 8), *byte_mode("K\u00e4se \u6771".encode())),
    "kanji": words((8, 4), (2, 8), (0x0d9f, 13), (0x1aaa, 13)),
    "first-of-two": words((3, 4), (0, 4), (1, 4), (7, 8), *byte_mode(b"x" * 70)),
}
TEXTS = [
    "(01)09521234543213(3103)001750(10)LOT7(17)271231", "]d20109521234543213310300175010LOT7\x1d17271231", "0109521234543213",
    "https://id.gs1.org/01/09521234543213/10/ABC?17=271231", "https://example.com/some/path/gtin/9521234543213", "952-1234 543213", "01234565",
]


def line(modules, pixels, blur):
    """Brightness along a symbol with its quiet zones, `pixels` a module, averaged over `blur` pixels."""
    bars = [30 if module == "1" else 220 for module in "0" * 12 + modules + "0" * 12 for _ in range(pixels)]
    return bytes(sum(bars[max(0, i - blur):i + blur + 1]) // len(bars[max(0, i - blur):i + blur + 1]) for i in range(len(bars)))


def main():
    out = Path(sys.argv[1])
    for name in ("gray", "profile", "symbologies", "gs1", "orientation"):
        (out / name).mkdir(parents=True, exist_ok=True)
    for kind, (name, modules) in enumerate(SYMBOLS.items()):
        for pixels, blur in ((1, 0), (2, 1), (3, 3)):
            bars = line(modules, pixels, blur)
            for flags in (1, 3, 13):
                size = (len(bars), 60) if not flags & 2 else (60, len(bars))
                (out / "gray" / f"{name}-{pixels}-{flags}").write_bytes(struct.pack("<HHB", size[0] - 1, size[1] - 1, flags) + bars)
            claim = struct.pack("<ffB", 12.0 * pixels, (12.0 + len(modules)) * pixels, kind << 2)
            (out / "profile" / f"{name}-{pixels}").write_bytes(claim + bars)
    def symbologies(name, width, height, flags, content):
        (out / "symbologies" / name).write_bytes(struct.pack("<HHB", width - 1, height - 1, flags) + content)

    for name, modules in DATABARS.items():
        bars = line(modules, 2, 0)
        symbologies(name, len(bars), 40, 1, bars)
        symbologies(name + "-lies", 40, len(bars), 3, bars)
    square = [[235] * 29] * 4 + [[235] * 4 + [25 if row >> bit & 1 else 235 for bit in range(20, -1, -1)] + [235] * 4 for row in QR] + [[235] * 29] * 4
    symbologies("qr", 29, 29, 64, bytes(sum(square, [])))
    symbologies("qr-inverse", 29, 29, 64, bytes(255 - value for value in sum(square, [])))
    symbologies("qr-many", 29, 116, 32, bytes(sum(square, [])))
    for name, content in QR_WORDS.items():
        symbologies("qr-" + name, 1, 1, 128 + 32, content)
    for number, text in enumerate(TEXTS):
        (out / "gs1" / str(number)).write_bytes(text.encode())
    for order, numbers in ((b"II*\0", "<"), (b"MM\0*", ">")):
        # One directory behind the header with one entry: tag 0x0112, a short, one of it, 6.
        block = order + struct.pack(numbers + "IHHHIHHI", 8, 1, 0x0112, 3, 1, 6, 0, 0)
        (out / "orientation" / order[:2].decode()).write_bytes(block)


if __name__ == "__main__":
    main()
