import Settings

/// All checks of `hsync doctor`. They change nothing.
@MainActor package struct Examination {
  private let premises: Premises
  private let schedule: (Premises) -> [any Checkup]

  /// - Parameter schedule: Makes the check of what syncs by itself, for programs that know; the others leave it out.
  package init(_ premises: Premises, schedule: @escaping (Premises) -> [any Checkup] = { _ in [] }) {
    (self.premises, self.schedule) = (premises, schedule)
  }

  /// Returns the findings for a server that runs on the library at `path`.
  ///
  /// - Parameter paths: Where the settings are.
  package static func findings(onLibrary path: String, isOffline: Bool, paths: Paths) async -> [Finding] {
    await Examination(Premises(library: path, isOffline: isOffline, isFull: false, paths: paths)).run()
  }

  /// Runs one check after the other.
  ///
  /// - Parameter report: Called with the findings of each check as soon as they are known.
  /// - Returns: All of them, in order.
  @discardableResult
  package func run(_ report: ([Finding]) -> Void = { _ in }) async -> [Finding] {
    let first: [any Checkup] = [
      ProgramCheck(), SettingsCheck(premises: premises), LibraryCheck(premises: premises), IntegrityCheck(premises: premises),
      StateCheck(premises: premises), AccountCheck(premises: premises), BackendCheck(premises: premises), SyncCheck(premises: premises),
      SourcesCheck(premises: premises), ProductsCheck(premises: premises), NoticesCheck(premises: premises),
    ]
    var all: [Finding] = []
    for check in first + schedule(premises) + [SpaceCheck(premises: premises)] {
      let findings = await check.findings()
      report(findings)
      all += findings
    }
    return all
  }
}
