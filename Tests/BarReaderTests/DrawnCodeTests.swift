import DrawnCodes
import TestSupport
import Testing

/// The drawings that other tests rely on: worked values of the standard, and pictures whose bars lie where they should.
@Suite struct DrawnCodeTests {
  @Test func checkDigitsAreThoseOfTheStandard() {
    #expect(DrawnCode.checkDigit(of: "400638133393") == 1)
    #expect(DrawnCode.checkDigit(of: "9638507") == 4)
    #expect(DrawnCode.expanded("0123456") == "01234500006")
    #expect(DrawnCode(.upce, "01234565").number == 12_345_000_065)
  }

  @Test(arguments: [
    (
      DrawnCode.Kind.ean13, "5901234123457",
      "10100010110100111011001100100110111101001110101010110011011011001000010101110010011101000100101"
    ), (.ean8, "96385074", "1010001011010111101111010110111010101001110111001010001001011100101"),
    (.upce, "01234565", "101011001100100110111101001110101110010101111010101"),
  ])
  func modulesAreThoseOfTheStandard(kind: DrawnCode.Kind, digits: String, modules: String) {
    #expect(DrawnCode(kind, digits).modules.map { $0 ? "1" : "0" }.joined() == modules)
  }

  /// Sharp, without noise, 4 pixels a module: the middle row's bars are the modules.
  @Test func picturesShowTheModules() {
    var code = DrawnCode(.ean8, "96385074")
    (code.module, code.blur, code.noise) = (4, 0, 0)
    let picture = code.picture()
    let left = Double(picture.width) / 2 - 67 * 4 / 2
    let row = (0..<67).map { picture.pixels[picture.height / 2 * picture.width + Int(left + 4 * Double($0) + 2)] < 128 }
    #expect(row == code.modules)
    #expect(picture.pixels.min() == 40 && picture.pixels.max() == 230)
  }

  @Test func sameSeedDrawsTheSame() {
    var (a, b) = (SeededGenerator(seed: 3), SeededGenerator(seed: 3))
    #expect(DrawnCode(.upce, using: &a).picture(seed: 4).pixels == DrawnCode(.upce, using: &b).picture(seed: 4).pixels)
    #expect(DrawnCode(.ean13, "5901234123457").picture(seed: 4).pixels != DrawnCode(.ean13, "5901234123457").picture(seed: 5).pixels)
  }
}
