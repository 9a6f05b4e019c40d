import FoodScan
import Foundation
import HealthDesk
import Settings

/// The progress of a scan of many photos, on one line of standard error that is overwritten; nothing when that isn't a
/// terminal.
struct ScanProgress {
  private let isShown: Bool
  private let startMs = LocalClock.nowMs
  private var shownMs: Int64 = 0
  private var isDrawn = false
  private var done = 0
  private var withCode = 0

  init(isShown: Bool) { self.isShown = isShown && Terminal.canRewrite(STDERR_FILENO) }

  /// Counts one more photo. The line appears after a tenth of a second and changes at most ten times a second.
  mutating func advance(_ scan: PhotoScan, of scans: PhotoScans) {
    done += 1
    if case .success(let reading) = scan.outcome, !reading.sightings.isEmpty { withCode += 1 }
    guard isShown else { return }
    let now = LocalClock.nowMs
    guard now - max(startMs, shownMs) >= 100 else { return }
    shownMs = now
    isDrawn = true
    let total = scans.total.map { $0 - scans.leftOut.count }
    // A line that ends in the last column may be taken for two.
    let room = Terminal.width(of: STDERR_FILENO) - 1
    Output.rewrite(Self.words(done: done, total: total, withCode: withCode, ms: now - startMs, room: room))
  }

  /// Clears the line, so that other text can be written.
  mutating func clear() {
    if isDrawn { Output.rewrite("") }
    isDrawn = false
  }

  /// `[#########           ]  450 of 1000 photos  90/s  412 with a barcode`; without a total no bar.
  ///
  /// - Parameter room: Columns; in fewer than all of it needs, only a line that isn't broken can be written over, so that parts are left out.
  static func words(done: Int, total: Int?, withCode: Int, ms: Int64, room: Int = .max) -> String {
    let rate = Double(done) * 1000 / Double(max(ms, 1))
    let shownRate = rate < 10 ? String(format: "%.1f", rate) : String(Int(rate))
    var count = Quantity.count(done, "photo")
    var bar = ""
    if let total, total > 0 {
      count = "\(Quantity.grouped(done)) of \(Quantity.count(total, "photo"))"
      let filled = min(20, 20 * done / total)
      bar = "[" + String(repeating: "#", count: filled) + String(repeating: " ", count: 20 - filled) + "]  "
    }
    let (pace, found) = ("  \(shownRate)/s", "  \(withCode) with a barcode")
    return [bar + count + pace + found, count + pace + found, count + pace].first { $0.count <= room } ?? count
  }
}
