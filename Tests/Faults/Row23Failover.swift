import Foundation
import TestSupport
import Testing

@Suite(.serialized) struct Row23Failover {
  /// Six devices push through two servers whose address names a PostgreSQL and its synchronous standbys. The one that accepts writes is killed, and
  /// the next is promoted, again and again.
  @Test func everythingAcknowledgedIsOnThePromotedStandby() async throws {
    let row = FaultRow(23, "many pushers at two servers on a PostgreSQL with synchronous standbys: failed over")
    guard TestCluster.isInstalled else { return row.skip(because: "PostgreSQL isn't installed") }
    try await row.holds {
      let failovers = FaultScale.count(full: 5, short: 1)
      var databases = try ReplicatedDatabase(standbys: failovers)
      let servers = try ServerPair(databases.address)
      let traffic = PushTraffic()
      let (urls, token) = (servers.urls, servers.token)
      let pushed = try await withThrowingTaskGroup(of: PushTraffic.Device.self) { group in
        for n in 0..<6 {
          group.addTask { await traffic.push(as: Pusher(name: "d\(n)"), atBoth: n == 0, urls: urls, token: token) }
        }
        for round in 1...failovers {
          await traffic.answered.reaches(round * 60)
          try databases.failOver()
        }
        await traffic.answered.reaches((failovers + 1) * 60)
        traffic.stop()
        return try await group.reduce(into: []) { $0.append($1) }
      }
      let wrong = traffic.wrong
      try #require(wrong.isEmpty, "\(wrong.prefix(3))")
      let acknowledged = try StoredRows(PostgresShell(databases.address)).require(pushed)
      try #require(acknowledged >= failovers * 600)
      return """
        \(failovers) times killed and replaced by the next standby while 6 devices pushed: all \(acknowledged) acknowledged records present once, \
        \(pushed.reduce(0) { $0 + $1.repeated }) pushes sent again, \(pushed.reduce(0) { $0 + $1.pairs }) pairs of answers equal
        """
    }
  }
}

/// A PostgreSQL and standbys of it, on all of which a transaction is before it is answered.
private struct ReplicatedDatabase {
  /// The one that accepts writes, then its standbys.
  private var clusters: [TestCluster]
  /// The connection URI of all, also of those that are gone.
  let address: String

  init(standbys: Int) throws {
    let primary = try #require(TestCluster(fsync: true))
    clusters = [primary]
    for _ in 0..<standbys { clusters.append(try #require(TestCluster(fsync: true, standbyOf: primary))) }
    address = "postgres:///postgres?host=\(clusters.map(\.folder).joined(separator: ","))&user=postgres&target_session_attrs=read-write"
    try ReplicatedDatabase.waitForStandbys(standbys, on: primary)
    try waitUntilAllFollow()
  }

  /// Kills the one that accepts writes, and lets the standby that has most of its changes take its place: the others can follow only that one.
  mutating func failOver() throws {
    clusters.removeFirst().kill()
    let received = try clusters.map { standby in
      let shell = try PostgresShell(standby.readableAddress)
      let isCutOff = try comesTrue { try shell.query("SELECT count(*) FROM pg_stat_wal_receiver") == "0\n" }
      try #require(isCutOff)
      let end = try shell.query("SELECT (pg_last_wal_receive_lsn() - '0/0')::bigint")
      return Int(end.trimmingCharacters(in: .newlines)) ?? 0
    }
    let next = try #require(received.indices.max { received[$0] < received[$1] })
    clusters.insert(clusters.remove(at: next), at: 0)
    try ReplicatedDatabase.waitForStandbys(clusters.count - 1, on: clusters[0])
    try PostgresShell(clusters[0].readableAddress).query("SELECT pg_promote()")
    for standby in clusters.dropFirst() {
      try ReplicatedDatabase.set("primary_conninfo", "host=\(clusters[0].folder) user=postgres", on: standby)
    }
    try waitUntilAllFollow()
  }

  private func waitUntilAllFollow() throws {
    let shell = try PostgresShell(clusters[0].readableAddress)
    let standbys = clusters.count - 1
    let follow = try comesTrue {
      try shell.query("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync' AND state = 'streaming'") == "\(standbys)\n"
    }
    try #require(follow, "the standbys don't follow")
  }

  /// Lets a transaction on a cluster be answered only when so many standbys have it.
  private static func waitForStandbys(_ count: Int, on cluster: TestCluster) throws {
    try set("synchronous_standby_names", count > 0 ? "\(count) (*)" : "", on: cluster)
  }

  private static func set(_ name: String, _ value: String, on cluster: TestCluster) throws {
    let shell = try PostgresShell(cluster.readableAddress)
    try shell.query("ALTER SYSTEM SET \(name) = '\(value)'")
    try shell.query("SELECT pg_reload_conf()")
  }
}
