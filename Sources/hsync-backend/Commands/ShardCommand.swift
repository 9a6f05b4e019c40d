import ArgumentParser
import SyncBackend
import Usage

/// `hsync-backend shard`.
struct ShardCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shard", abstract: "Print the statements that distribute a PostgreSQL database over several nodes.",
    discussion: """
      For a database with the extension Citus, by the address of its coordinator. All rows of one user are on one node.
      Prints only what isn't done yet, and changes nothing without --apply.
      """)

  @OptionGroup var data: DataPlace

  @Flag(help: "Make the tables where they aren't there, and run the statements in one transaction.")
  var apply = false

  func validate() throws {
    guard data.isDatabase else { throw ValidationError("a folder can't be distributed: give the address of a database with --database") }
  }

  func run() async throws {
    guard case .postgres(let address, _) = try data.place() else { return }
    let distribution = try TableDistribution(address)
    if distribution.statements.isEmpty {
      StandardStreams.notice("all tables are distributed already")
    } else if apply {
      let nodes = try distribution.apply(nowMs: WallClock.nowMs())
      StandardStreams.notice("distributed the tables over \(nodes.of("node")). Restart servers that ran meanwhile.")
    } else {
      for statement in distribution.statements { StandardStreams.answer(statement + ";") }
    }
  }
}
