import Foundation
import HealthDesk
import HealthModel
import Settings

/// The progress of reading a file, with its rate, on one line of standard error that is overwritten; nothing when that
/// isn't a terminal.
struct ByteProgress {
  private let noun: String
  private let isShown: Bool
  private let startMs = LocalClock.nowMs
  private var shownMs: Int64 = 0

  init(noun: String, isShown: Bool) {
    self.noun = noun
    self.isShown = isShown && Terminal.canRewrite(STDERR_FILENO)
  }

  /// `export.zip  43 %  1.2 of 2.8 GB  310 MB/s`, at most ten times a second.
  mutating func show(bytes: Int64, of total: Int64?) {
    guard isShown else { return }
    let now = LocalClock.nowMs
    guard now - shownMs >= 100 else { return }
    shownMs = now
    let rate = Double(bytes) / Double(max(now - startMs, 1)) * 1000
    let part = total.map { $0 > 0 ? "\(min(100, bytes * 100 / $0)) %  \(Quantity.bytes(bytes)) of \(Quantity.bytes($0))" : "" }
    Output.rewrite("\(noun)  \(part ?? Quantity.bytes(bytes))  \(Quantity.bytes(Int64(rate)))/s")
  }

  /// Clears the line, so that other text can be written.
  func clear() {
    if isShown { Output.rewrite("") }
  }
}
