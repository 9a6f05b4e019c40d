import Foundation
import Testing

/// A row of the table of faults in `docs/faults.md`: what breaks, and what must hold nevertheless.
///
///     @Test func torn() async throws {
///       try await FaultRow(2, "the backend commits, then drops the answer").holds {
///         …                                 // `try #require(…)`, so that what doesn't hold ends the row
///         return "300 of 300 answers replayed, rows unchanged"
///       }
///     }
///
/// Each row leaves one line, `row  2  met      the backend commits, …: 300 of 300 …`, on standard output and in the file that
/// `HSYNC_FAULT_REPORT` names; `make faults` collects them.
struct FaultRow {
  let number: Int
  let title: String

  init(_ number: Int, _ title: String) {
    self.number = number
    self.title = title
  }

  /// Does what the row asks for and reports the sentence of evidence that comes back, or why it doesn't hold.
  func holds(_ body: () async throws -> String) async throws {
    do {
      report("met", try await body())
    } catch let error as ExpectationFailedError {
      let place = error.expectation.sourceLocation
      report("NOT MET", "what is expected in \(place.fileName), line \(place.line)")
      throw error
    } catch {
      report("NOT MET", String(describing: error).split(separator: "\n").joined(separator: " "))
      throw error
    }
  }

  /// Reports that this machine lacks what the row needs.
  func skip(because reason: String) { report("skipped", reason) }

  private func report(_ verdict: String, _ evidence: String) {
    let place = String(repeating: " ", count: number < 10 ? 2 : 1) + "\(number)"
    let line = "row \(place)  \(verdict.padding(toLength: 8, withPad: " ", startingAt: 0)) \(title): \(evidence)\n"
    FileHandle.standardOutput.write(Data(line.utf8))
    guard let path = ProcessInfo.processInfo.environment["HSYNC_FAULT_REPORT"] else { return }
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    defer { close(file) }
    _ = Array(line.utf8).withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
  }
}

/// The number of rounds in a row with random faults.
enum FaultScale {
  /// Whether `make faults` asks for everything; CI does a shorter selection.
  static let isFull = ProcessInfo.processInfo.environment["HSYNC_FAULTS"] == "full"

  /// The full number in `make faults`, the short one else.
  static func count(full: Int, short: Int) -> Int { isFull ? full : short }

  /// The most seconds that something may take: as many in `make faults`, four times as many in CI, where other rows run beside it. What hangs
  /// takes longer than either.
  static func seconds(_ most: Double) -> Double { isFull ? most : 4 * most }
}
