#!/usr/bin/env python3
"""Makes the pictures beside it: small labels with barcodes that this script draws itself, in the formats that phones and browsers produce.

  python3 -m venv /tmp/fixtures && /tmp/fixtures/bin/pip install pillow numpy pillow-heif && /tmp/fixtures/bin/python make.py

The numbers mean nothing: GS1's demo prefix 952 (EAN-13, EAN-8), the in-store number system 4 (UPC-A), 0123456 (UPC-E).
"""
import os
import struct
import zlib

import numpy as np
from PIL import Image, ImageDraw, ImageFilter
import pillow_heif

pillow_heif.register_heif_opener()

HERE = os.path.dirname(os.path.abspath(__file__))
# GS1 General Specifications 5.2: widths of the digits in sets A; B is A mirrored and inverted, C is A inverted.
A = "0001101 0011001 0010011 0111101 0100011 0110001 0101111 0111011 0110111 0001011".split()
C = ["".join("10"[int(bit)] for bit in code) for code in A]
B = [code[::-1] for code in C]
EAN13_SETS = "AAAAAA AABABB AABBAB AABBBA ABAABB ABBAAB ABBBAA ABABAB ABABBA ABBABA".split()
UPCE_SETS = "BBBAAA BBABAA BBAABA BBAAAB BABBAA BAABBA BAAABB BABABA BABAAB BAABAB".split()


def with_check_digit(digits):
    total = sum(int(digit) * (3 if place % 2 == 0 else 1) for place, digit in enumerate(reversed(digits)))
    return digits + str(-total % 10)


def bars(sets, digits):
    return "".join({"A": A, "B": B, "C": C}[which][int(digit)] for which, digit in zip(sets, digits))


def ean13(text):
    return "101" + bars(EAN13_SETS[int(text[0])], text[1:7]) + "01010" + bars("CCCCCC", text[7:]) + "101"


def ean8(text):
    return "101" + bars("AAAA", text[:4]) + "01010" + bars("CCCC", text[4:]) + "101"


def upce(text):
    return "101" + bars(UPCE_SETS[int(text[7])], text[1:7]) + "010101"


def label(modules, module=2, height=70):
    """A grey picture: dark bars on a light label on a grey table."""
    line = "0" * 12 + modules + "0" * 12
    row = np.repeat([235 - 200 * int(bit) for bit in line], module).astype(np.uint8)
    picture = Image.new("L", (len(row) + 40, height + 50), 120)
    picture.paste(235, (20, 15, 20 + len(row), height + 35))
    picture.paste(Image.fromarray(np.tile(row, (height, 1))), (20, 25))
    return picture.filter(ImageFilter.GaussianBlur(0.4))


def save(picture, name, **options):
    picture.save(os.path.join(HERE, name), **options)


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def write(name, data):
    with open(os.path.join(HERE, name), "wb") as file:
        file.write(data)


def main():
    gray = label(ean13("9521234543213"))
    color = Image.merge("RGB", (gray, gray.point(lambda v: v * 95 // 100), gray.point(lambda v: v * 85 // 100)))
    save(gray, "ean13.png")
    save(label(ean8(with_check_digit("9521234"))), "ean8.png")
    save(label(ean13("0" + with_check_digit("41234500001"))), "upca.png")
    save(label(upce("01234565"), module=3, height=120), "upce.png")

    save(color, "rgb.png")
    save(gray.point(lambda v: 255 if v > 128 else 0).convert("1"), "1-bit.png")
    save(Image.fromarray(np.asarray(gray).astype(np.uint16) * 257), "16-bit.png")
    save(color.quantize(16), "palette.png")
    # Black ink on nothing: only the alpha channel shows the bars.
    ink = Image.new("RGBA", gray.size, (0, 0, 0, 0))
    ink.putalpha(gray.point(lambda v: 255 - v))
    save(ink, "alpha.png")
    save(ink, "alpha.webp", lossless=True)
    save(color, "lossless.webp", lossless=True)
    save(color, "lossy.webp", quality=80)

    save(gray, "gray.jpg", quality=85)
    save(color, "color.jpg", quality=85)
    save(color, "progressive.jpg", quality=85, progressive=True)
    save(color.convert("CMYK"), "cmyk.jpg", quality=85)
    exif = Image.Exif()
    exif[0x0112] = 6
    save(color.transpose(Image.ROTATE_90), "turned.jpg", quality=85, exif=exif)
    save(color, "photo.heic", quality=80)
    save(gray, "gray.heic", quality=80)
    save(color, "photo.avif", quality=80)

    two = Image.new("L", (gray.width, 2 * gray.height), 120)
    two.paste(gray, (0, 0))
    two.paste(label(ean8(with_check_digit("9521234"))), (0, gray.height))
    save(two, "two-codes.png")
    # One code in two pictures: what the first began, the second must not complete.
    modules = ean13(with_check_digit("952123454321"))
    save(label(modules[:50] + "0" * 45), "left-half.png")
    save(label("0" * 45 + modules[45:]), "right-half.png")

    none = Image.new("L", (200, 150), 120)
    ImageDraw.Draw(none).ellipse((40, 30, 160, 120), fill=230, outline=20, width=4)
    save(none, "no-code.jpg", quality=80)

    # Bombs: headers that claim far more than there is.
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", 60000, 60000, 8, 0, 0, 0, 0))
    write("bomb.png", b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", zlib.compress(b"\0" * 1000)) + chunk(b"IEND", b""))
    with open(os.path.join(HERE, "gray.jpg"), "rb") as file:
        jpeg = bytearray(file.read())
    frame = jpeg.index(b"\xff\xc0")
    jpeg[frame + 5 : frame + 9] = struct.pack(">HH", 65000, 65000)
    write("bomb.jpg", bytes(jpeg[:1024]))


main()
