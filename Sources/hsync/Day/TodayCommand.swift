import ArgumentParser
import Forecast
import HealthDesk
import HealthModel
import Settings

/// `hsync today`: the day at a glance.
struct TodayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "today",
    abstract: "Show today's steps, energy, workouts and sleep, meals compared with the plan, pending items, and the last sync.",
    discussion: """
      --refresh imports new health data and syncs first, at most once in 60 s; a failure is reported, and the day is shown anyway.
      """)

  @Flag(help: "Print one JSON document.")
  var json = false

  @Flag(inversion: .prefixedNo, help: "Import new health data and sync first (default: the setting sync.refresh_today).")
  var refresh: Bool?

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() async throws { try await TodayCommand.show(library.choice, json: json, refresh: refresh) }

  /// Runs the command with these values of its options. The defaults are those of the options.
  // On the main thread: another one's stack and heap would cost 4 MB and 2 ms of the command that is run most.
  @MainActor static func show(
    _ choice: LibraryChoice = LibraryChoice(path: nil, profile: nil), json: Bool = false, refresh: Bool? = nil
  ) async throws {
    let library = try choice.open()
    if Configuration.fault == nil, refresh ?? Configuration.atStart.refreshesToday { try await DayRefresh(library).run() }
    let glance = try DayGlance(
      library, at: LocalClock.now, countsAll: json, dailyBytes: Configuration.atStart.dailyBytes, settings: Configuration.atStart.health,
      folders: Configuration.atStart.healthFolders)
    Events.atStart.record(
      .screenViewed(
        .home(
          hasPermissions: Events.atStart.hasPermissions, isSyncing: glance.isSyncing,
          lastSyncAgeSec: Events.atStart.ageSec(ofMs: glance.sync.lastOkAtMs))))
    if json { return Output.json(glance.json) }
    // From what is kept: no network.
    let windows = glance.hasActivityWindows ? try GoDesk(library, clock: LocalClock.wall).cached(ForecastCache(Paths())) : nil
    glance.lines(within: Terminal.room, windows: windows?.todayLine).forEach(Output.line)
  }
}
