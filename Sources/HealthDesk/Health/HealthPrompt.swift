import HealthModel
import HealthStore
import HealthSync

/// The reason why the figures of a day are zeros, and what can be done. It blocks nothing.
package enum HealthPrompt: Sendable, Equatable {
  /// No folder is connected, no app has a token, and nothing was imported by hand in the last days.
  case notConnected
  /// These folders are connected and can't be read.
  case denied([SourceGlance.Folder])
  /// Sources are connected, and had nothing in the last days.
  case noData

  /// The prompt over the figures of some days; `nil` = none is needed.
  ///
  /// - Parameters:
  ///   - library: Its tokens for sending are sources, too.
  ///   - folders: Paths of the folders of health exports.
  ///   - days: Their figures; `nil` = nothing is known.
  /// - Throws: `StoreError`.
  package init?(_ library: Library, folders: [String], days: [DaySummary?]) throws(StoreError) {
    let denied = folders.map { SourceGlance.Folder(path: $0, access: SourceFolder(path: $0).access) }.filter { $0.access != .granted }
    if !denied.isEmpty {
      self = .denied(denied)
    } else if days.contains(where: { $0 != nil }) {
      return nil
    } else {
      let apps = try AppTokens(library).all().filter { $0.scope == .send }
      self = folders.isEmpty && apps.isEmpty ? .notConnected : .noData
    }
  }
}
