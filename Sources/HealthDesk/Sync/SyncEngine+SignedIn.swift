import HealthStore
import HealthSync
import Transport

extension SyncEngine {
  /// A sync of `library` with the account that it is signed in to; `nil` when it is signed in to none.
  ///
  /// - Parameters:
  ///   - dailyBytes: Most bytes that a local day may cost in both directions, for runs that the user doesn't start. `nil` = no cap.
  ///   - isRepeated: Whether it will be run again automatically. Called when a run has failed.
  /// - Throws: `SyncError` when the account's file can't be read.
  package init?(
    signedIn library: Library, transport: any Transport, dailyBytes: Int?, isRepeated: @escaping @Sendable () -> Bool
  ) throws {
    guard let account = try AccountFile(library: library.path).read() else { return nil }
    self.init(library: library, account: account, transport: transport, dailyBytes: dailyBytes, isRepeated: isRepeated)
  }
}
