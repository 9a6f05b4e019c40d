import HealthDesk
import HealthModel
import HealthStore
import HealthSync
import Settings

/// The notices that a timer delivers before it syncs. Their failures don't keep it from syncing.
struct TimedNotices {
  /// The work of the timer.
  enum Work {
    /// A sync comes next.
    case some
    /// There is no backend to sync with, and notices alone are the reason for the timer.
    case all
  }

  private let library: Library

  init(_ library: Library) { self.library = library }

  /// Delivers what is due. Failures are a line each on standard error.
  func run() async throws -> Work {
    let desk = NoticeDesk(library) { Output.report($0) }
    guard desk.hasWays else { return .some }
    do {
      await BackgroundForecast(library).refresh()
      for delivery in try await desk.run().deliveries(.failed) {
        Output.notice("hsync: a notice wasn't delivered by \(delivery.way): \(delivery.reason ?? "no reason given")")
      }
    } catch let error as any UserFacingError {
      Output.report(error)
    }
    let hasSources = !Configuration.atStart.healthFolders.isEmpty
    return hasSources || AccountFile(library: library.path).isUsable ? .some : .all
  }
}
