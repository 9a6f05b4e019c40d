#!/usr/bin/env python3
"""Makes the pictures beside it: small labels with barcodes that this script draws itself, in the formats that phones and browsers produce.

  python3 -m venv /tmp/fixtures && /tmp/fixtures/bin/pip install pillow numpy pillow-heif tifffile imagecodecs zxing-cpp && /tmp/fixtures/bin/python make.py

QR codes and DataBars are drawn by zxing-cpp. The numbers mean nothing: GS1's demo prefix 952 (EAN-13, EAN-8), the in-store number system 4 (UPC-A), 0123456 (UPC-E).
"""
import io
import os
import struct
import subprocess
import zlib

import numpy as np
from PIL import Image, ImageDraw, ImageFilter
import imagecodecs
import pillow_heif
import tifffile
import zxingcpp

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


def addon5(text):
    """The five digits beside a book's code: its price (GS1 General Specifications 5.2.2.2); the check picks the sets."""
    check = sum(int(digit) * (3, 9)[place % 2] for place, digit in enumerate(text)) % 10
    sets = "BBAAA BABAA BAABA BAAAB ABBAA AABBA AAABB ABABA ABAAB AABAB".split()[check]
    return "1011" + "01".join(bars(which, digit) for which, digit in zip(sets, text))


def drawn(content, format, module=3, **options):
    """A code that zxing-cpp draws, on the same label."""
    code = zxingcpp.create_barcode(content, getattr(zxingcpp.BarcodeFormat, format), **options)
    bars = Image.fromarray(np.array(zxingcpp.write_barcode_to_image(code, scale=module))).point(lambda v: 35 + 200 * (v > 127))
    picture = Image.new("L", (bars.width + 80, bars.height + 80), 120)
    picture.paste(235, (20, 20, bars.width + 60, bars.height + 60))
    picture.paste(bars, (40, 40))
    return picture.filter(ImageFilter.GaussianBlur(0.4))


def save(picture, name, **options):
    picture.save(os.path.join(HERE, name), **options)


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def write(name, data):
    with open(os.path.join(HERE, name), "wb") as file:
        file.write(data)


def more_jpegs(gray, color):
    """What cameras and scanners make beside the usual."""
    save(color, "rgb.jpg", quality=90, keep_rgb=True)
    save(color, "restarts.jpg", quality=85, restart_marker_blocks=3)
    # Chroma at half the width, and at full size with codes of its own; sizes that are no whole blocks.
    save(color.crop((0, 0, 251, 117)), "422.jpg", quality=85, subsampling=1)
    save(color.crop((3, 2, 253, 115)), "optimized.jpg", quality=95, subsampling=0, optimize=True)
    pixels = np.asarray(gray)
    write("arithmetic.jpg", arithmetic(gray))
    write("12-bit.jpg", imagecodecs.jpeg8_encode(pixels.astype(np.uint16) * 16, level=90, bitspersample=12))
    write("lossless.jpg", imagecodecs.ljpeg_encode(pixels))
    # A thumbnail with another code in EXIF, as cameras put one there; a second picture behind the first (CIPA DC-007, as phones' panoramas); a tail.
    small = io.BytesIO()
    label(ean8(with_check_digit("9521234"))).save(small, "JPEG", quality=85)
    tiff = b"MM\0*" + struct.pack(">I", 8) + struct.pack(">H", 0) + struct.pack(">I", 14) + struct.pack(">H", 3)
    entries = struct.pack(">HHIHH", 0x0103, 3, 1, 6, 0) + struct.pack(">HHII", 0x0201, 4, 1, 14 + 42) + struct.pack(">HHII", 0x0202, 4, 1, len(small.getvalue()))
    app1 = b"Exif\0\0" + tiff + entries + struct.pack(">I", 0) + small.getvalue()
    plain = io.BytesIO()
    gray.save(plain, "JPEG", quality=85)
    write("thumbnail.jpg", b"\xff\xd8\xff\xe1" + struct.pack(">H", len(app1) + 2) + app1 + plain.getvalue()[2:])
    save(gray, "two.mpo", format="MPO", save_all=True, append_images=[label(ean8(with_check_digit("9521234")))], quality=85)
    write("tail.jpg", plain.getvalue() + b"MotionPhoto_Data" + bytes(range(256)) * 4)


def arithmetic(gray):
    """Recoded by jpegtran: Pillow can't. Debian: libjpeg-turbo-progs."""
    plain = io.BytesIO()
    gray.save(plain, "JPEG", quality=85)
    return subprocess.run(["jpegtran", "-arithmetic"], input=plain.getvalue(), stdout=subprocess.PIPE, check=True).stdout


def tiffs(gray, color):
    """The kinds that scanners and editors write."""
    pixels, colors = np.asarray(gray), np.asarray(color)
    bilevel = gray.point(lambda v: 255 if v > 128 else 0).convert("1")
    save(gray, "gray.tif")
    save(color, "lzw.tif", compression="tiff_lzw")
    save(bilevel, "g4.tif", compression="group4")
    save(bilevel, "1-bit.tif")
    save(color.quantize(16), "palette.tif", compression="packbits")
    save(color.convert("CMYK"), "cmyk.tif", compression="tiff_adobe_deflate")
    write_tiff("4-bit.tif", imagecodecs.packints_encode(pixels >> 4, 4), pixels.shape, bits=4)
    tifffile.imwrite(path("16-bit.tif"), pixels.astype(np.uint16) * 257, photometric="minisblack")
    tifffile.imwrite(path("big-endian.tif"), pixels.astype(np.uint16) * 257, photometric="minisblack", byteorder=">")
    tifffile.imwrite(path("tiles.tif"), colors, photometric="rgb", tile=(64, 64), compression="zlib", predictor=True)
    tifffile.imwrite(path("planes.tif"), np.moveaxis(colors, 2, 0), photometric="rgb", planarconfig="separate", rowsperstrip=7)
    tifffile.imwrite(path("jpeg.tif"), colors, photometric="ycbcr", compression="jpeg", compressionargs={"level": 90}, rowsperstrip=16)
    tifffile.imwrite(path("float.tif"), pixels.astype(np.float32), photometric="minisblack")
    tifffile.imwrite(path("white-is-zero.tif"), 255 - pixels, photometric="miniswhite")
    ink = Image.new("RGBA", gray.size, (0, 0, 0, 0))
    ink.putalpha(gray.point(lambda v: 255 - v))
    save(ink, "alpha.tif")
    with tifffile.TiffWriter(path("two-pages.tif")) as pages:
        pages.write(pixels, photometric="minisblack")
        pages.write(np.asarray(label(ean8(with_check_digit("9521234")))), photometric="minisblack")
    save(color.transpose(Image.ROTATE_90), "turned.tif", compression="tiff_lzw", tiffinfo={0x0112: 6})
    # Raw files: a preview first, the sensor's picture in a directory below it, or Adobe's tag.
    with tifffile.TiffWriter(path("raw.nef")) as pages:
        pages.write(colors[::4, ::4], photometric="rgb", subifds=1, subfiletype=1)
        pages.write(pixels, photometric="minisblack")
    tifffile.imwrite(path("raw.dng"), pixels, photometric="minisblack", extratags=[(0xC612, 1, 4, bytes([1, 4, 0, 0]), True)])


def write_tiff(name, data, shape, bits):
    """A grey picture in one strip, for bits that the libraries don't write."""
    height, width = shape
    entries = [(256, 3, width), (257, 3, height), (258, 3, bits), (259, 3, 1), (262, 3, 1), (273, 4, 8), (277, 3, 1), (278, 3, height), (279, 4, len(data))]
    data += b"\0" * (len(data) % 2)
    directory = struct.pack("<H", len(entries))
    for tag, kind, value in entries:
        directory += struct.pack("<HHI", tag, kind, 1) + (struct.pack("<HH", value, 0) if kind == 3 else struct.pack("<I", value))
    write(name, b"II*\0" + struct.pack("<I", 8 + len(data)) + data + directory + struct.pack("<I", 0))


def bitmaps(gray, color):
    """BMP of all kinds, and netpbm's."""
    bilevel = gray.point(lambda v: 255 if v > 128 else 0).convert("1")
    save(color, "24-bit.bmp")
    save(bilevel, "1-bit.bmp")
    save(gray, "8-bit.bmp")
    colors, width, height = np.asarray(color).astype(int), gray.width, gray.height
    indices = (np.asarray(gray) >> 4).astype(np.uint8)
    shades = b"".join(bytes([i * 17, i * 17, i * 17, 0]) for i in range(16))
    write("4-bit.bmp", bmp(width, height, 4, 0, shades, rows(imagecodecs.packints_encode(row, 4) for row in indices[::-1])))
    write("rle4.bmp", bmp(width, height, 4, 2, shades, rle(indices, True)))
    write("rle8.bmp", bmp(width, height, 8, 1, shades, rle(indices, False)))
    five = (colors[:, :, 0] >> 3 << 10 | colors[:, :, 1] >> 3 << 5 | colors[:, :, 2] >> 3).astype("<u2")
    write("16-bit.bmp", bmp(width, height, 16, 0, b"", rows(row.tobytes() for row in five[::-1])))
    six = (colors[:, :, 0] >> 3 << 11 | colors[:, :, 1] >> 2 << 5 | colors[:, :, 2] >> 3).astype("<u2")
    write("565.bmp", bmp(width, height, 16, 3, struct.pack("<III", 0xF800, 0x7E0, 0x1F), rows(row.tobytes() for row in six[::-1])))
    # The highest row first, as screenshots have it.
    upright = np.dstack([colors[:, :, ::-1], np.zeros((height, width), int)]).astype(np.uint8)
    write("top-down.bmp", bmp(width, -height, 32, 0, b"", upright.tobytes()))
    # Black ink on nothing, by the header of 108 bytes, which has a mask for alpha.
    ink = np.dstack([np.zeros((height, width, 3), np.uint8), 255 - np.asarray(gray)])[::-1].tobytes()
    header = struct.pack("<IiiHHIIiiIIIIII", 108, width, height, 1, 32, 3, len(ink), 2835, 2835, 0, 0, 0xFF0000, 0xFF00, 0xFF, 0xFF000000)
    header += b"BGRs" + b"\0" * 48
    write("alpha.bmp", b"BM" + struct.pack("<IHHI", 14 + len(header) + len(ink), 0, 0, 14 + len(header)) + header + ink)
    # OS/2's short header, with sizes of two bytes and colours of three.
    old = struct.pack("<IHHHH", 12, width, height, 1, 8) + b"".join(bytes([i, i, i]) for i in range(256))
    body = rows(row.tobytes() for row in np.asarray(gray)[::-1])
    write("os2.bmp", b"BM" + struct.pack("<IHHI", 14 + len(old) + len(body), 0, 0, 14 + len(old)) + old + body)

    pixels, bits = np.asarray(gray), np.asarray(bilevel)
    start = lambda kind, end=b"255\n": kind + b"\n# a comment\n%d %d\n" % (width, height) + end
    write("p1.pbm", start(b"P1", b"") + b"\n".join(b"".join(b"0" if dot else b"1" for dot in row) for row in bits))
    write("p2.pgm", start(b"P2") + b"\n".join(b" ".join(b"%d" % value for value in row) for row in pixels))
    write("p3.ppm", start(b"P3", b"15\n") + b"\n".join(b" ".join(b"%d" % (value >> 4) for value in row.ravel()) for row in colors))
    write("p4.pbm", start(b"P4", b"") + np.packbits(~bits, axis=1).tobytes())
    write("p5.pgm", start(b"P5") + pixels.tobytes())
    write("p6.ppm", start(b"P6") + colors.astype(np.uint8).tobytes())
    write("16-bit.pgm", start(b"P5", b"65535\n") + (pixels.astype(np.uint16) * 257).astype(">u2").tobytes())


def bmp(width, height, bits, coding, colours, body):
    header = struct.pack("<IiiHHIIiiII", 40, width, height, 1, bits, coding, len(body), 2835, 2835, len(colours) // 4 if bits <= 8 else 0, 0) + colours
    return b"BM" + struct.pack("<IHHI", 14 + len(header) + len(body), 0, 0, 14 + len(header)) + header + body


def rows(encoded):
    """Rows filled up to four bytes."""
    return b"".join(row + b"\0" * (-len(row) % 4) for row in encoded)


def rle(indices, is_half):
    """Runs, some rows as they are, a step at the start of the last row."""
    out = b""
    for y, row in enumerate(indices[::-1]):
        x = 0
        if y % 3 == 0:  # literally, 100 at a time
            while len(row) - x >= 3:
                part = row[x : x + 100]
                if len(part) < 3:
                    break
                data = (imagecodecs.packints_encode(part, 4) if is_half else part.tobytes())
                out += bytes([0, len(part)]) + data + b"\0" * (len(data) % 2)
                x += len(part)
        while x < len(row):
            run = 1
            while x + run < len(row) and run < 255 and row[x + run] == row[x]:
                run += 1
            out += bytes([run, row[x] * 17 if is_half else row[x]])
            x += run
        out += b"\0\0"
    return out + b"\0\1"


def moving(gray, color):
    """GIF and WebP with several pictures: the first one counts."""
    other = label(ean8(with_check_digit("9521234"))).resize(gray.size)
    save(gray, "gray.gif")
    save(color.quantize(16), "interlaced.gif", interlace=1)
    save(gray, "moving.gif", save_all=True, append_images=[other], duration=100, loop=0)
    ink = Image.new("RGBA", gray.size, (0, 0, 0, 0))
    ink.paste((0, 0, 0, 255), (0, 0), gray.point(lambda v: 255 if v < 128 else 0))
    save(ink, "transparent.gif")
    save(color, "moving.webp", save_all=True, append_images=[other.convert("RGB")], duration=100, quality=80)
    ink.putalpha(gray.point(lambda v: 255 - v))
    save(ink, "moving-alpha.webp", save_all=True, append_images=[Image.new("RGBA", gray.size, (9, 9, 9, 255))], duration=100, lossless=True)
    # Two pictures in one file, the second one meant (its "primary item").
    heif = pillow_heif.from_pillow(other)
    heif.add_from_pillow(color)
    heif.save(path("second.heic"), quality=80, primary_index=1)


def path(name):
    return os.path.join(HERE, name)


def main():
    gray = label(ean13("9521234543213"))
    color = Image.merge("RGB", (gray, gray.point(lambda v: v * 95 // 100), gray.point(lambda v: v * 85 // 100)))
    save(gray, "ean13.png")
    save(label(ean8(with_check_digit("9521234"))), "ean8.png")
    save(label(ean13("0" + with_check_digit("41234500001"))), "upca.png")
    # A shop's own number: the prefix 21 (GS1 General Specifications, 1.4.3).
    save(label(ean13("2112345678900")), "in-store.png")
    save(label(upce("01234565"), module=3, height=120), "upce.png")

    save(color, "rgb.png")
    save(gray.point(lambda v: 255 if v > 128 else 0).convert("1"), "1-bit.png")
    save(Image.fromarray(np.asarray(gray).astype(np.uint16) * 257), "16-bit.png")
    save(color.quantize(16), "palette.png")
    # Noise doesn't pack: longer than the 4096 bytes that libpng reads at a time.
    noise = np.random.default_rng(7).integers(-20, 20, (gray.height, gray.width))
    save(Image.fromarray((np.asarray(gray).astype(int) + noise).clip(0, 255).astype(np.uint8)), "large.png")
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

    more_jpegs(gray, color)
    tiffs(gray, color)
    bitmaps(gray, color)
    moving(gray, color)

    two = Image.new("L", (gray.width, 2 * gray.height), 120)
    two.paste(gray, (0, 0))
    two.paste(label(ean8(with_check_digit("9521234"))), (0, gray.height))
    save(two, "two-codes.png")
    # One code in two pictures: what the first began, the second must not complete.
    modules = ean13(with_check_digit("952123454321"))
    save(label(modules[:50] + "0" * 45), "left-half.png")
    save(label("0" * 45 + modules[45:]), "right-half.png")

    # A book: the price beside the code is no part of it.
    save(label(ean13("9780000000002") + "0" * 9 + addon5("51299")), "book.png")

    link = "https://example.com/shelf/01/09521234543213/10/LOT%2F7?17=271231&linkType=gs1:pip"
    save(drawn(link, "QRCode"), "link-qr.png")
    # The carton of such products: its number has 14 digits.
    save(drawn("HTTPS://EXAMPLE.COM/01/19521234543210", "QRCode"), "carton-link-qr.png")
    save(drawn("(01)09521234543213(10)LOT7(17)271231", "QRCode", gs1=True), "gs1-qr.png")
    save(drawn("https://example.com/about", "QRCode"), "web-qr.png")
    save(drawn("\x1b]0;title\x07\x1b[2Jred\n\u202etxet", "QRCode"), "escape-qr.png")
    save(drawn("(01)09521234543213", "DataBarOmni"), "databar.png")
    save(drawn("(01)99521234543216(3103)001750(10)LOT7", "DataBarExp"), "databar-expanded.png")
    save(drawn("(10)LOT7", "DataBarExp"), "databar-batch.png")
    both = Image.new("L", (700, 420), 120)
    both.paste(gray, (20, 20))
    both.paste(drawn(link, "QRCode"), (300, 20))
    both.paste(drawn("https://example.com/01/9521234543220", "QRCode"), (20, 200))
    save(both, "bars-and-links.png")

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
    huge = struct.pack("<H", 50000)
    write("bomb.gif", b"GIF89a\1\0\1\0\x80\0\0" + b"\0\0\0\xff\xff\xff" + b",\0\0\0\0" + huge + huge + b"\0\2")
    write("bomb.bmp", bmp(50000, 50000, 24, 0, b"", b""))
    entries = [(256, 50000), (257, 50000), (258, 8), (259, 1), (262, 1), (273, 8), (277, 1), (278, 50000), (279, 60000)]
    directory = b"".join(struct.pack("<HHIHH", tag, 3, 1, value, 0) for tag, value in entries)
    write("bomb.tif", b"II*\0" + struct.pack("<IH", 8, len(entries)) + directory + struct.pack("<I", 0))
    write("bomb.ppm", b"P6 50000 50000 255\n")


main()
