import FoodScan
import Foundation

/// How far a scan of many photos is, on one line of standard error that is overwritten; nothing when that is no terminal.
struct ScanProgress {
  private let isShown: Bool
  private let startMs = LocalClock.nowMs
  private var shownMs: Int64 = 0
  private var isDrawn = false
  private var done = 0
  private var withCode = 0

  init(isShown: Bool) { self.isShown = isShown && Terminal.isTerminal(STDERR_FILENO) }

  /// One more is done. Shown at most ten times a second, and from the second tenth on: a few photos need no line.
  mutating func advance(_ scan: PhotoScan, of scans: PhotoScans) {
    done += 1
    if case .success(let reading) = scan.outcome, !reading.sightings.isEmpty { withCode += 1 }
    guard isShown else { return }
    let now = LocalClock.nowMs
    guard now - max(startMs, shownMs) >= 100 else { return }
    shownMs = now
    isDrawn = true
    let leftOut = scans.leftOut.others + scans.leftOut.unsupported
    Output.prompt("\r\u{1B}[K" + Self.words(done: done, total: scans.total.map { $0 - leftOut }, withCode: withCode, ms: now - startMs))
  }

  /// Takes the line away, so that other words can be written.
  mutating func clear() {
    if isDrawn { Output.prompt("\r\u{1B}[K") }
    isDrawn = false
  }

  /// `[#########           ]  450 of 1000 photos  90/s  412 with a barcode`; without a total no bar.
  static func words(done: Int, total: Int?, withCode: Int, ms: Int64) -> String {
    let rate = Double(done) * 1000 / Double(max(ms, 1))
    let shownRate = rate < 10 ? String(format: "%.1f", rate) : String(Int(rate))
    let rest = "  \(shownRate)/s  \(withCode) with a barcode"
    guard let total, total > 0 else { return "\(done) photos" + rest }
    let filled = min(20, 20 * done / total)
    return "[" + String(repeating: "#", count: filled) + String(repeating: " ", count: 20 - filled) + "]  \(done) of \(total) photos" + rest
  }
}
