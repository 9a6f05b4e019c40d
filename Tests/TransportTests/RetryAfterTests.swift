import Testing
import Transport

@Suite struct RetryAfterTests {
  static let now: Int64 = 784_111_777_000  // Sun, 06 Nov 1994 08:49:37 GMT

  @Test(
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777_000),
      ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777_000),
      ("Sun Nov  6 08:49:37 1994", 784_111_777_000),
      ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
      ("Tue, 29 Feb 2028 23:59:60 GMT", 1_835_481_600_000),
      ("Friday, 31-Dec-99 23:59:59 GMT", 946_684_799_000),
      ("Tuesday, 31-Dec-30 00:00:00 GMT", 1_924_905_600_000),
      ("Sun, 06 Nov 1994 08:49:37 CET", nil), ("Sun, 31 Feb 1994 08:49:37 GMT", nil), ("Sun, 06 Nov 1994 24:00:00 GMT", nil),
      ("Sun, 06 Nov 1994 8:49:37 GMT", nil), ("1994-11-06T08:49:37Z", nil), ("", nil), ("Sun, 06 Nov 19941 08:49:37 GMT", nil),
    ] as [(String, Int64?)])
  func dates(text: String, ms: Int64?) { #expect(HTTPDate.ms(text, nowMs: RetryAfterTests.now) == ms, "\(text)") }

  @Test(
    arguments: [
      ("120", nil, 120_000), ("0", nil, 0), ("-5", nil, nil), ("1.5", nil, nil), ("soon", nil, nil), ("", nil, nil), ("١٢", nil, nil),
      ("99999999999999999999", nil, Int64.max / 2),
      ("Sun, 06 Nov 1994 08:50:37 GMT", nil, 60_000),
      ("Sun, 06 Nov 1994 08:48:37 GMT", nil, nil),
      // The server's clock is a day ahead of ours; the wait is what it means by it.
      ("Mon, 07 Nov 1994 08:50:37 GMT", "Mon, 07 Nov 1994 08:49:37 GMT", 60_000),
      ("Sun, 06 Nov 1994 08:50:37 GMT", "junk", 60_000),
    ] as [(String, String?, Int64?)])
  func waits(value: String, date: String?, ms: Int64?) {
    #expect(RetryAfter(value, date: date, nowMs: RetryAfterTests.now)?.delayMs == ms, "\(value)")
  }

  @Test func readFromAnAnswer() {
    let answer = HTTPResponse(status: 429, headers: [("retry-after", "7")])
    #expect(RetryAfter(of: answer, nowMs: 0)?.delayMs == 7000)
    #expect(RetryAfter(of: HTTPResponse(status: 429), nowMs: 0) == nil)
  }
}
