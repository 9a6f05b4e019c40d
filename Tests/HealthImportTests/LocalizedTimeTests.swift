import Foundation
import HealthModel
import TestSupport
import Testing

@testable import HealthImport

/// Dates as phones print them in the languages and with the clocks of their owners.
@Suite struct LocalizedTimeTests {
  /// `2024-01-08T19:00:00-08:00`; `2024-01-08` for a day alone, without an offset when none is told.
  private func iso(_ text: String) -> String? {
    guard let time = LocalizedTime(text) else { return nil }
    guard let ms = time.msOfDay else { return time.day.description }
    let offset = time.offsetMin ?? 0
    let iso = Moment(ms: Int64(time.day.number) * 86_400_000 + ms - Int64(offset) * 60_000, utcOffsetMin: offset).iso8601
    return time.offsetMin == nil ? String(iso.prefix(19)) : iso
  }

  @Test(arguments: [
    "2024-01-08 7:00:00 PM -0800", "2024-01-08 7:00:00 pm -0800", "2024-01-08 7:00:00 p.m. -0800", "2024-01-08 07:00:00PM -0800",
    "2024-01-08 7:00:00\u{202F}PM -0800", "2024-01-08 7:00:00 p.\u{A0}m. -0800", "2024-01-08 7:00:00 下午 -0800",
    "2024-01-08 下午7:00:00 -0800", "2024-01-08 晚上7:00:00 -0800", "2024-01-08 오후 7:00:00 -0800", "2024-01-08 7:00:00 ΜΜ -0800",
    "2024-01-08 7:00:00 μ.μ. -0800", "2024-01-08 7:00:00 م -0800", "2024-01-08 7:00:00\u{A0}ب.ظ. -0800",
    "2024-01-08 7:00:00 CH -0800", "2024-01-08 7:00:00 ÖS -0800", "2024-01-08 7:00:00 da tarde -0800", "2024-01-08 ٠٧:٠٠:٠٠ م -0800",
    "٢٠٢٤-٠١-٠٨ ١٩:٠٠:٠٠ -٠٨٠٠", "۲۰۲۴-۰۱-۰۸ ۱۹:۰۰:۰۰ \u{200E}\u{2212}۰۸۰۰", "२०२४-०१-०८ १९:००:०० -०८००", "2024-01-08 19.00.00 -0800",
    "2024-01-08T19:00:00-08:00", "2024-01-08 19:00:00 GMT-8", "2024-01-08 19:00:00 UTC-08:00", "2024-01-08 7:00:00 PM PST",
    "2024-01-08 19:00:00 \u{2212}0800", "2024-01-08 19:00:00  -0800", "\u{200F}2024-01-08 19:00:00 -08", "2567-01-08 19:00:00 -0800",
    "20240108190000-0800", "２０２４-０１-０８　１９：００：００ -0800", "2024-01-08, 7:00:00 PM -0800",
  ])
  func theSameInstantInManyForms(text: String) { #expect(iso(text) == "2024-01-08T19:00:00-08:00") }

  @Test(arguments: [
    ("2024-01-08 12:00:00 AM +0000", "2024-01-08T00:00:00+00:00"), ("2024-01-08 12:30:00 PM +0000", "2024-01-08T12:30:00+00:00"),
    ("2024-01-08 午後0:30:00 +0900", "2024-01-08T12:30:00+09:00"), ("2024-01-08 凌晨2:00:00 +0800", "2024-01-08T02:00:00+08:00"),
    ("2024-01-08 中午12:10:00 +0800", "2024-01-08T12:10:00+08:00"), ("2024-01-08 7:00 am +0530", "2024-01-08T07:00:00+05:30"),
    ("2024-01-08 03:00:00.1239Z", "2024-01-08T03:00:00+00:00"), ("2024-01-08 19:00:00", "2024-01-08T19:00:00"),
    ("2024-01-08", "2024-01-08"), ("2567-02-29 08:00:00 +0700", "2024-02-29T08:00:00+07:00"),
  ])
  func periodsAndFractions(text: String, expected: String) { #expect(iso(text) == expected) }

  @Test(arguments: [
    "", " ", "2024", "2024-01", "2024-13-01", "2024-01-32", "24-01-08 19:00:00 -0800", "01/22/2024 7:00 PM", "2024-01-08 +0100",
    "2024-01-08 13:00:00 PM -0800", "2024-01-08 24:00:00 +0000", "2024-01-08 7:60:00 PM", "2024-01-08 7:00:61 PM", "2024-01-08 7 PM",
    "2024-01-08 凌晨9:00:00 +0800", "2024-01-08 7:00:00 PM AM", "2024-01-08 7:00:00 XX -0800", "2024-01-08 7:00:00 PM IST",
    "2024-01-08 7:00:00 PM PST-8", "2024-01-08 7:00:00 PM -0860", "2024-01-08 7:00:00 PM -9900", "2024-01-08 7:00:00 PM -0800 x",
    "2024-01-08x7:00:00 PM", "2024-01-0807:00:00", "20240108190000", "2024-01-08 7:00:00.PM", "2023-02-29 07:00:00 +0000",
    "2024-01-08 7:00:00 PM " + String(repeating: " ", count: 200),
  ])
  func whatIsNoInstantIsNone(text: String) { #expect(LocalizedTime(text)?.instant == nil) }

  /// The texts that Foundation prints for a 12-hour clock in the languages of phones, for each hour.
  @Test(arguments: [
    "ar", "ar_EG", "bg", "bn", "ca", "cs", "da", "de", "el", "en_AU", "en_CA", "en_GB", "en_IN", "en_US", "es", "es_MX", "et", "eu", "fa",
    "fi", "fil", "fr", "fr_CA", "gl", "gu", "he", "hi", "hr", "hu", "hy", "id", "is", "it", "ja", "ka", "kk", "kn", "ko", "lt", "lv", "mk",
    "ml", "mr", "ms", "my", "nb", "ne", "nl", "pa", "pl", "pt_BR", "pt_PT", "ro", "ru", "si", "sk", "sl", "sq", "sr", "sv", "sw", "ta",
    "te", "th", "tr", "uk", "ur", "uz", "vi", "zh_Hans", "zh_Hant", "zh_Hant_HK",
  ])
  func clocksOfAllLanguages(locale: String) throws {
    let format = DateFormatter()
    format.locale = Locale(identifier: locale)
    format.calendar = Calendar(identifier: .gregorian)
    format.timeZone = TimeZone(secondsFromGMT: -8 * 3600)
    for pattern in ["yyyy-MM-dd h:mm:ss a Z", "yyyy-MM-dd HH:mm:ss Z", "yyyy-MM-dd ah:mm:ss xxx"] {
      format.dateFormat = pattern
      for hour in 0..<24 {
        let instant = 1_704_700_800 + hour * 3600 + 61
        let text = format.string(from: Date(timeIntervalSince1970: Double(instant)))
        #expect(LocalizedTime(text)?.instant == Int64(instant) * 1000, "\(locale): \(text)")
      }
    }
  }

  /// Any bytes make an instant or none: 20,000 right texts with bytes changed, cut off or put together.
  @Test func anyBytesAreTaken() {
    let texts = [
      "2024-01-08 下午7:00:00 -0800", "٢٠٢٤-٠١-٠٨ ١٩:٠٠:٠٠ -٠٨٠٠", "2024-01-08 7:00:00\u{202F}p. m. GMT+05:30", "20240108190000-0800",
      "2024-01-08T19:00:00.123456789Z",
    ].map { Array($0.utf8) }
    var random = SeededGenerator(seed: 7)
    for _ in 0..<20_000 {
      var bytes = texts.randomElement(using: &random) ?? []
      for _ in 0..<Int.random(in: 0..<4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        case 2 where bytes.count > 1: bytes.remove(at: place)
        default: bytes += (texts.randomElement(using: &random) ?? []).prefix(place)
        }
      }
      let time = bytes.withUnsafeBufferPointer { LocalizedTime($0) }
      #expect((0...86_401_000).contains(time?.msOfDay ?? 0) && abs(time?.offsetMin ?? 0) < 900)
    }
  }
}
