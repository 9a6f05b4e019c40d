import HealthDesk
import HealthModel
import HealthStore
import Logging

/// Delivers notices to the minute while the server runs.
struct NoticeTimer: Sendable {
  let library: SharedLibrary
  let settings: LiveSettings
  let clock: any WallClock
  let logger: Logger
  /// Whether anything was committed since it was asked last.
  let hasChanged: @Sendable () async throws -> Bool
  /// Asks for the data that notices rest on, if they are due. Silent: what fails is asked for again later.
  var refresh: @Sendable () async -> Void = {}
  /// Waits so many milliseconds.
  var wait: @Sendable (Int64) async throws -> Void = { try await Task.sleep(for: .milliseconds($0)) }

  /// Runs until the task is cancelled.
  func run() async {
    var pace = NoticePace()
    var mark = settings.mark
    while !Task.isCancelled {
      // A file that can't be read now is looked at again.
      let (isChanged, newMark) = ((try? await hasChanged()) ?? false, settings.mark)
      if pace.isDue(atMs: clock.nowMs, isChanged: isChanged || newMark != mark) {
        await refresh()
        let nextMs = await deliver()
        pace.ran(atMs: clock.nowMs, nextMs: nextMs)
      }
      mark = newMark
      do { try await wait(pace.waitMs(atMs: clock.nowMs)) } catch { return }
    }
  }

  /// Plans and delivers. Failures of a way are kept in the library, where `hsync notices` and the pages show them.
  ///
  /// - Returns: The time of the next run that has something to do; `nil` = none.
  private func deliver() async -> Int64? {
    let make = settings.now.notices
    do {
      return try await library.ask { library in try await make(library)?.run().nextWakeMs }
    } catch let error as any UserFacingError {
      logger.error("notices: \(error.message)")
    } catch {
      logger.error("notices: \(type(of: error))")
    }
    return clock.nowMs + NoticePace.lookMs
  }
}
