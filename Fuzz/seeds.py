#!/usr/bin/env python3
"""Writes the seeds that are better made than kept: seeds.py DIR makes DIR/gray, DIR/profile, DIR/gs1 and DIR/orientation."""
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
    for name in ("gray", "profile", "gs1", "orientation"):
        (out / name).mkdir(parents=True, exist_ok=True)
    for kind, (name, modules) in enumerate(SYMBOLS.items()):
        for pixels, blur in ((1, 0), (2, 1), (3, 3)):
            bars = line(modules, pixels, blur)
            for flags in (1, 3, 13):
                size = (len(bars), 60) if not flags & 2 else (60, len(bars))
                (out / "gray" / f"{name}-{pixels}-{flags}").write_bytes(struct.pack("<HHB", size[0] - 1, size[1] - 1, flags) + bars)
            claim = struct.pack("<ffB", 12.0 * pixels, (12.0 + len(modules)) * pixels, kind << 2)
            (out / "profile" / f"{name}-{pixels}").write_bytes(claim + bars)
    for number, text in enumerate(TEXTS):
        (out / "gs1" / str(number)).write_bytes(text.encode())
    for order, numbers in ((b"II*\0", "<"), (b"MM\0*", ">")):
        # One directory behind the header with one entry: tag 0x0112, a short, one of it, 6.
        block = order + struct.pack(numbers + "IHHHIHHI", 8, 1, 0x0112, 3, 1, 6, 0, 0)
        (out / "orientation" / order[:2].decode()).write_bytes(block)


if __name__ == "__main__":
    main()
