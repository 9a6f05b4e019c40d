import HealthModel

/// A health export, open and recognised, to be read once from its beginning to its end.
package protocol HealthReader {
  /// The kind of the export.
  var origin: HealthOrigin { get }
  /// The name of the file in messages: its path as given, `-` for standard input.
  var name: String { get }
  /// Reads all of it and hands it over piece by piece, a few thousand samples each, in the order of the file. Blocks; call it on a thread
  /// of its own.
  ///
  /// Unusable data is counted in the report. An error that `deliver` throws ends the reading and is rethrown.
  /// - Parameter keepsPart: whether a file that is cut off or broken in the middle ends the reading without an error (`endedEarly`).
  /// - Throws: `ImportError`: kind `.badData` for a broken, cut off or dangerous file, `.io` when it can't be read.
  func read(keepsPart: Bool, deliver: (HealthBatch) throws -> Void) throws -> ReadingReport
}
