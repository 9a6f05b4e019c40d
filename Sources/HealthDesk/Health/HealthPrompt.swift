import HealthModel
import HealthStore
import HealthSync

/// The reason why the figures of some days aren't known, and what can be done. It blocks nothing.
package enum HealthPrompt: Sendable, Equatable {
  /// No folder is connected, no app has a token, and nothing is known of the last days. `newest` is the latest day of which something was imported by
  /// hand; `nil` = nothing ever was.
  case notConnected(newest: Day?)
  /// These folders are connected and can't be read.
  case denied([SourceGlance.Folder])
  /// Sources are connected, and had nothing in the last days. `newest` is the latest day of which something is known; `nil` = there is none.
  case noData(newest: Day?)

  /// The prompt over the figures of some days; `nil` = none is needed.
  ///
  /// - Parameters:
  ///   - library: Its tokens for sending are sources, too.
  ///   - folders: Paths of the folders of health exports.
  ///   - days: Their figures; `nil` = nothing is known.
  ///   - newest: The latest day of which something is known; `nil` = there is none.
  /// - Throws: `StoreError`.
  package init?(
    _ library: Library, folders: [String], days: [DaySummary?], newest: () throws(StoreError) -> Day?
  ) throws(StoreError) {
    let denied = folders.map { SourceGlance.Folder(path: $0, access: SourceFolder(path: $0).access) }.filter { $0.access != .granted }
    if !denied.isEmpty {
      self = .denied(denied)
    } else if days.contains(where: { $0 != nil }) {
      return nil
    } else {
      let apps = try AppTokens(library).all().filter { $0.scope == .send }
      let newest = try newest()
      self = folders.isEmpty && apps.isEmpty ? .notConnected(newest: newest) : .noData(newest: newest)
    }
  }
}
