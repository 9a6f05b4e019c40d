import HealthStore
import HealthSync
import Transport

extension SyncEngine {
  /// A sync of `library` with the account that it is signed in to; `nil` when nobody is signed in.
  ///
  /// - Throws: `SyncError` when the account's file can't be read.
  init?(signedIn library: Library) throws {
    guard let account = try AccountFile(library: library.path).read() else { return nil }
    let dailyBytes = Configuration.atStart.dailyBytes
    let path = library.path
    self.init(
      library: library, account: account, transport: CurlTransport(), dailyBytes: dailyBytes,
      isRepeated: { Repeater(of: path, nowMs: LocalClock.nowMs) != nil })
  }
}
