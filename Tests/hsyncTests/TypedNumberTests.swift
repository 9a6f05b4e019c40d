import HealthModel
import TestSupport
import Testing

@testable import Settings
@testable import hsync

/// Numbers as people type them.
@Suite struct TypedNumberTests {
  @Test(arguments: [
    ("12", 12), ("12.5", 12.5), ("12,5", 12.5), ("-1", -1), ("+3", 3), (".5", 0.5), (",5", 0.5), ("5.", 5), ("0", 0), ("inf", nil),
    ("nan", nil),
    ("1e9", nil), ("1,234.5", nil), ("0x10", nil), ("", nil), (",", nil), ("-", nil), ("1 2", nil), ("12345678901", nil), ("١٢", nil),
  ])
  func anythingElseIsRefused(text: String, value: Double?) { #expect(TypedNumber(text)?.value == value) }

  @Test func aCommaIsTakenWhereverANumberIsTyped() throws {
    let person = try Household(["HSYNC_PRODUCTS": Household().writeProducts()])
    for line in [
      ["log", "--name", "Soup", "--kcal", "12,5", "--fat", "0,3"], ["weight", "log", "81,4"],
      ["config", "set", "sync.daily_bytes", "1,5 MB"],
    ] {
      let outcome = try person.hsync.run(line)
      #expect(outcome.status == 0, "\(line): \(outcome.err)")
    }
    #expect(try person.sqlite("SELECT energy_kcal, fat_g FROM meal; SELECT kg FROM weight").out == "12.5|0.3\n81.4\n")
    for number in ["inf", "nan", "1e3"] {
      let outcome = try person.hsync.run("log", "--name", "Soup", "--kcal", number)
      #expect(outcome.status == 64 && outcome.err.contains("the value '\(number)' is invalid for '--kcal <kcal>'"), "\(outcome.err)")
    }
  }
}
