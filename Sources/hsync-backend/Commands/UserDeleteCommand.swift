import ArgumentParser
import SyncBackend
import Usage

/// `hsync-backend user delete NAME`.
struct UserDeleteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete a user with all records, for good.",
    discussion: "Never asks: without --yes it shows what would be deleted and changes nothing.")

  @Argument(help: "The user.")
  var name: String

  @OptionGroup var data: DataPlace

  @Flag(help: "Delete the user and the records.")
  var yes = false

  func run() async throws {
    let users = try data.users()
    let summary = try users.summary(of: name)
    guard yes else {
      throw BackendError.unconfirmed(
        "this would delete \(name) and \(summary.records.of("record")) for good", hint: "hsync-backend user delete \(name) --yes")
    }
    let isErased = try users.delete(name)
    StandardStreams.notice("deleted \(name) and \(summary.records.of("record"))")
    if !isErased {
      StandardStreams.notice("some of it is left in the database's log, until the programs that read it have ended")
    }
  }
}
