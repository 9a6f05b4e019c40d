import Files
import HealthModel

/// Sends notices by e-mail, by the machine's `sendmail`.
package struct MailWay: NoticeWay {
  package let id = "mail"
  private let to: MailAddress
  private let from: MailAddress
  private let folders: String
  private let limit: Duration

  /// Mail to an address.
  ///
  /// - Parameters:
  ///   - from: The sender; `nil` = the recipient.
  ///   - folders: The folders in which `sendmail` is looked for, as in `PATH`. It often is in one that users don't have there.
  ///   - limit: The time after which it is ended.
  package init(to: MailAddress, from: MailAddress? = nil, folders: String = "/usr/sbin:/usr/lib:/usr/bin", limit: Duration = .seconds(30)) {
    self.to = to
    self.from = from ?? to
    self.folders = folders
    self.limit = limit
  }

  package func deliver(_ message: NoticeMessage) async throws(DeliveryFailure) {
    guard let tool = Tool("sendmail", in: folders) else { throw DeliveryFailure(.unreachable, "sendmail isn't installed") }
    // The recipient is an argument: none is read from the message (-t), whose lines of one dot don't end it (-i).
    try await ToolDelivery.run(tool, ["-i", "--", to.description], input: Array(text(message).utf8), limit: limit)
  }

  /// The mail (RFC 5322). Its lines end with LF, as sendmail takes them. Everything that came from elsewhere is
  /// encoded, so that no line of it can be a header.
  func text(_ message: NoticeMessage) -> String {
    let headers = [
      "Date: \(MailWay.date(message.sentAtMs))", "From: \(from)", "To: \(to)",
      "Subject: \(EncodedWords.folded(message.title.onOneLine, name: "Subject"))", "MIME-Version: 1.0",
      "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64",
      // No answer by a machine (RFC 3834).
      "Auto-Submitted: auto-generated",
    ]
    let lines = [message.body, message.link ?? ""].filter { !$0.isEmpty }
    // In text, lines end with CR LF before they are encoded (RFC 2045, 6.8).
    let body = lines.joined(separator: "\n\n").replacing("\n", with: "\r\n") + "\r\n"
    return headers.joined(separator: "\n") + "\n\n" + Base64.lines(Array(body.utf8))
  }

  /// `Tue, 10 Feb 2026 12:03:00 +0000` (RFC 5322, 3.3), in UTC.
  static func date(_ ms: Int64) -> String {
    let moment = Moment(ms: NumberRules.nearestTime(ms), utcOffsetMin: 0)
    let (year, month, day) = moment.day.civil
    let weekday = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][moment.day.weekday - 1]
    let name = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][month - 1]
    let second = moment.ms / 1000 % 60
    return "\(weekday), \(day) \(name) \(year) \(moment.clock):\(second < 10 ? "0" : "")\(second) +0000"
  }
}
