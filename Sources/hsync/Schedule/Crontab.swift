import HealthModel

/// A person's table of cron, as bytes: our lines in it are marked, and all others stay as they are, byte for byte.
struct Crontab: Equatable {
  /// The table as crontab(1) gives and takes it.
  private(set) var bytes: [UInt8]

  private static let end = "# hsync schedule: end"

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Our part, `nil` = there is none.
  var part: String? { range.map { String(decoding: bytes[$0], as: UTF8.self) } }

  /// Puts our part at the end, in the place of an earlier one.
  mutating func install(_ lines: String) {
    remove()
    if let last = bytes.last, last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
    bytes += Array((lines + "\n" + Crontab.end + "\n").utf8)
  }

  /// Takes our part out.
  mutating func remove() {
    while let range { bytes.removeSubrange(range) }
  }

  /// From the mark to the end of the line that ends our part; less if that line, or the job, was taken away.
  private var range: Range<Int>? {
    var start = 0
    var begin: Int?
    var lines = 0
    while start < bytes.count {
      let lineEnd = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      let next = min(lineEnd + 1, bytes.count)
      let line = String(decoding: bytes[start..<lineEnd], as: UTF8.self)
      if let begin {
        lines += 1
        if line == Crontab.end { return begin..<next }
        // Somebody edited our lines: what isn't surely ours stays.
        if lines == 2 || !line.contains(" \(ScheduledRun.arguments.joined(separator: " ")) >") { return begin..<start }
      } else if line.hasPrefix("# "), ScheduleMark(in: line) != nil {
        begin = start
      }
      start = next
    }
    return begin.map { $0..<bytes.count }
  }

  /// Our lines: the mark, and the job.
  ///
  /// - Parameters:
  ///   - offset: Minutes after the full hour or day, `0..<` the interval.
  ///   - log: The file that keeps what the last run printed, and its status.
  static func lines(_ run: ScheduledRun, _ mark: ScheduleMark, _ interval: EvenInterval, offset: Int, log: String) -> String {
    let settings = run.environment.map { quoted("\($0.name)=\($0.value)") }
    // env(1), not `NAME=value` lines: those would be the settings of all jobs below, too.
    let command = ["/usr/bin/env", "PATH=/usr/local/bin:/usr/bin:/bin"] + settings + [quoted(run.program)] + ScheduledRun.arguments
    let job = command.joined(separator: " ") + " >\(quoted(log)) 2>&1; echo \"status $?\" >>\(quoted(log))"
    // To cron a % is the end of the line.
    let escaped = job.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "\\%")
    return "# \(mark.text)\n\(interval.cronFields(offset: offset)) * * * \(escaped)"
  }

  /// A word as sh(1) reads it.
  private static func quoted(_ word: String) -> String {
    "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
