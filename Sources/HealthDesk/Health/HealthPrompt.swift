import HealthModel
import HealthSync

/// The reason why the figures of a day are zeros, and what can be done. It blocks nothing.
package enum HealthPrompt: Sendable, Equatable {
  /// No source is connected, and nothing was imported by hand in the last days.
  case notConnected
  /// These folders are connected and can't be read.
  case denied([SourceGlance.Folder])
  /// The folders can be read, and had nothing in the last days.
  case noData

  /// The prompt over the figures of some days; `nil` = none is needed.
  ///
  /// - Parameters:
  ///   - folders: Paths of the folders of health exports.
  ///   - days: Their figures; `nil` = nothing is known.
  package init?(folders: [String], days: [DaySummary?]) {
    let denied = folders.map { SourceGlance.Folder(path: $0, access: SourceFolder(path: $0).access) }.filter { $0.access != .granted }
    if !denied.isEmpty {
      self = .denied(denied)
    } else if days.contains(where: { $0 != nil }) {
      return nil
    } else {
      self = folders.isEmpty ? .notConnected : .noData
    }
  }
}
