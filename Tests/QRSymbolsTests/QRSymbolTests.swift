import BarReader
import TestSupport
import Testing

@testable import FoodScan
@testable import QRSymbols

/// QR codes against those of another encoder, and read back.
@Suite struct QRSymbolTests {
  private static let text = String(repeating: "https://kitchen.example/pair?code=", count: 20)

  /// A version with the bytes that fill it at the levels L and M, and FNV-1a over the modules by rows that segno 1.6.6 draws of them, with the masks
  /// `version % 8` and `(version + 3) % 8`.
  private static let known: [(version: Int, low: Int, medium: Int, lowHash: UInt64, mediumHash: UInt64)] = [
    (1, 17, 14, 0x365B112C81B2C369, 0xC91BDE08ED451725),
    (2, 32, 26, 0xD96974DB0C8D7355, 0xDA2E7EA911EBA0F8),
    (3, 53, 42, 0x146EB450A53659A7, 0x15E7DCED6E05CE19),
    (4, 78, 62, 0x73A848912C86982F, 0x19F91F823D559F66),
    (5, 106, 84, 0x6944F7B1C86018BA, 0x7223D0148C7C51C1),
    (6, 134, 106, 0x474E91C860CF5A19, 0xC96E138E4435EABF),
    (7, 154, 122, 0xC98A3A956F46596F, 0xC64733E0E76FF19D),
    (8, 192, 152, 0x131E3A785774024D, 0x237420F9DB316DDB),
    (9, 230, 180, 0x4A5479B3EAC5A042, 0x1EFD06078951310F),
    (10, 271, 213, 0x49F2E9545D1E56B7, 0x5EDE106C2A2D13E1),
    (11, 321, 251, 0x02A0FC7A34F4231D, 0xF5ECD2598F444DEB),
    (12, 367, 287, 0xB7AF5D31CE9EF8E3, 0x7858B99E2B78A54A),
    (13, 425, 331, 0xA84A5BF4203C3AD1, 0xACF2CF420911BE2B),
  ]

  private func hash(_ bytes: Int, _ size: QRSize, _ mask: Int) -> UInt64 {
    var grid = QRGrid(size)
    grid.place(QRCodewords.make(of: Array(Self.text.utf8.prefix(bytes)), in: size))
    return grid.masked(by: QRMask.all[mask % 8]).isDark.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ ($1 ? 1 : 0)) &* 0x100_0000_01B3 }
  }

  @Test(arguments: known) func everyVersionIsThatOfAnotherEncoder(
    version: Int, low: Int, medium: Int, lowHash: UInt64, mediumHash: UInt64
  ) {
    #expect(hash(low, QRSize(version: version, level: .low), version) == lowHash)
    #expect(hash(medium, QRSize(version: version, level: .medium), version + 3) == mediumHash)
  }

  @Test(arguments: known) func theSmallestVersionIsTaken(
    version: Int, low: Int, medium: Int, lowHash: UInt64, mediumHash: UInt64
  ) {
    // From version 6 on, a smaller one with less correction holds as much.
    if version < 6 { #expect(QRSize(bytes: medium) == QRSize(version: version, level: .medium)) }
    #expect(QRSize(bytes: medium + 1)?.level == .low)
    #expect(QRSize(bytes: low) == QRSize(version: version, level: .low))
    #expect(QRSize(bytes: low + 1)?.version == (version < QRSize.lastVersion ? version + 1 : nil))
  }

  /// Made by the Python package qrcode 8.2 with the mask 0, which has the fewest points. Its text doesn't fill the symbol: segno 1.6.6 puts a codeword
  /// of zeros before the padding, which the standard hasn't.
  @Test func aKnownSymbol() throws {
    let symbol = try #require(QRSymbol("https://hsync.example"))
    let rows = (0..<symbol.side).map { row in String((0..<symbol.side).map { symbol.isDark(row: row, column: $0) ? "#" : "." }) }
    #expect(
      rows.joined(separator: "\n") == """
        #######..#.#.###..#######
        #.....#.#########.#.....#
        #.###.#.........#.#.###.#
        #.###.#....##.##..#.###.#
        #.###.#.#......#..#.###.#
        #.....#..#...#.#..#.....#
        #######.#.#.#.#.#.#######
        .........##.##.#.........
        #.#.#.#..#.#.#.#....#..#.
        #.#.##..###.....#.#.....#
        ###...###...#.....#.#.###
        ..##.#...##.##.##.###..#.
        #..#..####.###..###..#.##
        ..#.##.#.#.###..#.#..#..#
        #.###.#.#.###...#..#..###
        .#..##.#..#.###.#...#..#.
        #.##.##.##.#..########...
        ........#.##...##...##.##
        #######...#..#.##.#.##.##
        #.....#..#.#...##...##...
        #.###.#.##..#...######.##
        #.###.#....###..#..####..
        #.###.#.#.###.#.#...#...#
        #.....#.....#####.#.##.#.
        #######.####..###..#...##
        """)
  }

  /// ISO/IEC 18004, annex I: 01234567 in a symbol of version 1-M.
  @Test func theStandardsCorrection() {
    let data: [UInt8] = [0x10, 0x20, 0x0C, 0x56, 0x61, 0x80] + (0..<5).flatMap { _ in [0xEC, 0x11] as [UInt8] }
    #expect(ReedSolomon.correction(of: data, count: 10) == [0xA5, 0x24, 0xD4, 0xC1, 0xED, 0x36, 0xC7, 0x87, 0x2C, 0x55])
  }

  /// The standard's example: level M with mask 5 is 100000011001110.
  @Test func theStandardsFormat() { #expect(QRGrid.format(.medium, QRMask.all[5]) == 0b100_0000_1100_1110) }

  @Test(arguments: [(4, 0), (5, 3), (6, 4), (9, 7)]) func runsOfFiveAndMoreCount(modules: Int, points: Int) {
    #expect(QRPenalty.line([Bool](repeating: true, count: modules)) == points)
  }

  @Test func whatLooksLikeAFinderCounts() {
    let finder = [true, false, true, true, true, false, true]
    #expect(QRPenalty.line([true] + [false] + [false, false, false] + finder) == 40)
    #expect(QRPenalty.line([true, false, false] + finder + [false, false, true]) == 0)
  }

  /// hsync's own reader, which is zbar for QR codes, reads them: black on white, and the other way round.
  @Test(arguments: [1, 14, 17, 60, 100, 150, 200, 309, 400, 425], [false, true])
  func hsyncReadsThem(bytes: Int, isInverted: Bool) throws {
    let text = String(Self.text.prefix(bytes))
    let symbol = try #require(QRSymbol(text))
    let (scale, side) = (4, (symbol.side + 2 * QRSymbol.margin) * 4)
    let picture = GrayImage(width: side, height: side) { pixels in
      for place in 0..<side * side {
        let isDark = symbol.isDark(row: place / side / scale - QRSymbol.margin, column: place % side / scale - QRSymbol.margin)
        pixels[place] = isDark != isInverted ? 20 : 235
      }
    }
    var scanner = try ZBarScanner([.qr])
    #expect(scanner.symbols(in: picture, columnStep: 1, rowStep: 1).map(\.payload) == [text])
  }

  @Test func whatIsTooLongHasNone() { #expect(QRSymbol(String(repeating: "x", count: 426)) == nil) }

  @Test(arguments: [false, true]) func linesAreOfOneWidthWithTheMargin(hasColor: Bool) throws {
    let symbol = try #require(QRSymbol("http://127.0.0.1:4747/pair?code=00112233445566778899aabbccddeeff"))
    let lines = HalfBlocks.lines(of: symbol, hasColor: hasColor)
    #expect(lines.count == (HalfBlocks.width(of: symbol) + 1) / 2)
    for line in lines {
      let blocks = hasColor ? line.dropFirst("\u{1B}[30;107m".count).dropLast("\u{1B}[0m".count) : line[...]
      #expect(blocks.count == HalfBlocks.width(of: symbol))
      #expect(blocks.hasPrefix(hasColor ? "    " : "████") && blocks.allSatisfy { "█▀▄ ".contains($0) })
    }
  }
}
