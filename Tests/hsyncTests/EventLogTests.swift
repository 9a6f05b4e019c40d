import Foundation
import HealthModel
import TestSupport
import Testing

@testable import HealthDesk
@testable import Settings
@testable import hsync

/// The log's files, and what they add up to.
@Suite struct EventLogTests {
  private let folder: TemporaryFolder
  private var log: EventLog { EventLog(folder: folder.file("state")) }

  init() throws { folder = try TemporaryFolder() }

  private func event(_ n: Int64, _ name: String = "screen_viewed") -> JSON {
    .object([("at_ms", JSON(n)), ("event", .string(name)), ("text", .string(String(repeating: "x", count: 80)))])
  }

  private var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.file("state"))) ?? []).filter { $0.hasSuffix(".jsonl") }.sorted()
  }

  @Test func linesAreAppendedToAFileOfItsOwners() throws {
    log.append(event(1))
    log.append(event(2))
    #expect(log.events().map { $0["at_ms"].int } == [1, 2])
    for (path, rights) in [("state", 0o700), ("state/events.jsonl", 0o600)] {
      #expect(try FileManager.default.attributesOfItem(atPath: folder.file(path))[.posixPermissions] as? Int == rights)
    }
    #expect(log.clear())
    #expect(!log.clear())
    #expect(log.events() == [])
  }

  /// Eight programs' worth of writers, each line with a descriptor of its own, and four turns of the files meanwhile.
  @Test func writersAtOnceLoseAndTearNothing() {
    let log = EventLog(folder: folder.file("state"), limit: 100_000)
    DispatchQueue.concurrentPerform(iterations: 8) { writer in
      for n in 0..<450 { log.append(event(Int64(writer * 1000 + n))) }
    }
    let events = log.events()
    #expect(events.count == 3600)
    #expect(Set(events.compactMap { $0["at_ms"].int }).count == 3600)
    #expect(names.count == 5, "\(names)")
  }

  @Test func fourFilesAreKeptBesideTheOneThatGrows() {
    let log = EventLog(folder: folder.file("state"), limit: 1000)
    for n in 0..<203 { log.append(event(Int64(n))) }
    #expect(names == ["events.1.jsonl", "events.2.jsonl", "events.3.jsonl", "events.4.jsonl", "events.jsonl"])
    let times = log.events().compactMap { $0["at_ms"].int }
    #expect(times == Array(times[0]...202))
    #expect(times.count > 30)
  }

  @Test func aLineThatWasCutOffHidesNoOther() throws {
    log.append(event(1))
    let torn = Array(event(2).utf8.dropLast(20)) + event(3).utf8 + Array("\nrubbish\n".utf8)
    let path = log.path
    let handle = try #require(FileHandle(forWritingAtPath: path))
    handle.seekToEndOfFile()
    handle.write(Data(torn))
    log.append(event(4))
    #expect(log.events().map { $0["at_ms"].int } == [1, 3, 4])
  }

  @Test func whatCannotBeWrittenIsNoError() throws {
    try folder.write(Array("a file".utf8), to: "state")
    log.append(event(1))
    #expect(log.events() == [])
  }

  // MARK: What was sent

  @Test func theMarkBeginsWhenSendingIsAllowed() {
    let mark = EventMark(log)
    log.append(event(1))
    #expect(mark.unsent(most: 1000).isEmpty)
    mark.follow(isOptedIn: true)
    log.append(event(2))
    mark.follow(isOptedIn: true)
    let portions = mark.unsent(most: 1000)
    #expect(portions.count == 1 && EventLog.events(in: portions[0].lines).map { $0["at_ms"].int } == [2])
    #expect(portions[0].place.file == 1 && portions[0].place.offset == event(1).utf8.count + 1)
    // Not allowed for a while: what was noted then stays here.
    mark.follow(isOptedIn: false)
    log.append(event(3))
    mark.follow(isOptedIn: true)
    #expect(mark.unsent(most: 1000).isEmpty)
  }

  @Test func portionsAreWholeLinesAndFollowTheFiles() {
    let log = EventLog(folder: folder.file("state"), limit: 1000)
    let mark = EventMark(log)
    mark.follow(isOptedIn: true)
    for n in 1...30 { log.append(event(Int64(n))) }
    var seen: [Int64] = []
    for portion in mark.unsent(most: 300) {
      #expect(portion.lines.count <= 300 && portion.lines.last == UInt8(ascii: "\n"))
      seen += EventLog.events(in: portion.lines).compactMap { $0["at_ms"].int }
      mark.write(EventMark.Place(file: portion.place.file, offset: portion.place.offset + portion.lines.count))
    }
    #expect(seen == Array(1...30))
    #expect(mark.unsent(most: 300).isEmpty)
    log.append(event(31))
    let unsent = mark.unsent(most: 300).flatMap { portion in EventLog.events(in: portion.lines) }
    #expect(unsent.map { $0["at_ms"].int } == [31])
    // A line that is longer than a portion goes alone.
    #expect(mark.unsent(most: 10).count == 1)
  }

  // MARK: Statistics

  private func stats(_ lines: [String]) throws -> EventStatistics {
    EventStatistics(try lines.map { try JSON(parsing: #"{"at_ms":1,\#($0)}"#) })
  }

  @Test func theStatisticsAnswerTheQuestions() throws {
    let tap = #""event":"primary_action_tapped","action":"food_log_submit","barcode":"#
    let statistics = try stats([
      #""event":"primary_action_tapped","action":"manual_sync""#,
      #""event":"action_failed","action":"manual_sync","error_code":"network","error_message":"it may work later""#,
      #""event":"primary_action_tapped","action":"manual_sync""#,
      #""event":"action_succeeded","action":"manual_sync","latency_ms":120,"synced_records":3"#,
      #""event":"primary_action_tapped","action":"manual_sync""#,
      #""event":"action_succeeded","action":"manual_sync","latency_ms":80,"synced_records":0"#,
      tap + #""a""#, #""event":"action_failed","action":"food_log_submit","stage":"lookup","http_status":503"#,
      tap + #""b""#, #""event":"action_succeeded","action":"food_log_submit","latency_ms":40,"barcode":"b""#,
      tap + #""a""#, #""event":"action_succeeded","action":"food_log_submit","latency_ms":60,"barcode":"a""#,
      #""event":"screen_viewed","screen_id":"M-HOME""#,
    ])
    #expect(
      JSON.object(statistics.members).text
        == #"{"syncs":3,"sync_success_rate":0.6667,"sync_p95_ms":120,"food_logs":3,"scan_to_log_p95_ms":60,"#
        + #""lookup_failure_rate":0.3333,"actions":6,"retry_share":0.3333}"#)
    #expect(statistics.rows.first == ["sync success", "66.7 % of 3 manual syncs"])
    #expect(try JSON.object(stats([]).members)["sync_success_rate"].isNull)
    #expect(try stats([]).rows.first == ["sync success", "no manual sync yet"])
  }

  /// Days of UTC from 1970-01-01 on, at noon.
  private func screens(_ lines: [(day: Int, text: String)]) throws -> ScreenStatistics {
    let events = try lines.map { try JSON(parsing: #"{"at_ms":\#($0.day * 86_400_000 + 43_200_000),\#($0.text)}"#) }
    return ScreenStatistics(events) { Day(number: Int($0 / 86_400_000)) }
  }

  @Test func theScreensAnswerTheirQuestions() throws {
    let home = #""event":"screen_viewed","screen_id":"M-HOME""#
    let plan = #""event":"screen_viewed","screen_id":"M-PLANNER","selected_day":"1970-01-01""#
    let tap = #""event":"primary_action_tapped","action":"#
    let (done, failed) = (#""event":"action_succeeded","latency_ms":1,"action":"#, #""event":"action_failed","action":"#)
    let statistics = try screens([
      // The screen as logs of before called it.
      (0, #""event":"screen_viewed","screen_id":"HOME""#), (0, home), (0, plan),
      (0, tap + #""planner_quick_add","screen_id":"M-PLANNER""#), (0, done + #""planner_quick_add""#),
      (1, plan), (1, tap + #""planner_quick_add","screen_id":"M-PLANNER""#), (1, failed + #""planner_quick_add""#),
      (8, tap + #""planner_quick_add","screen_id":"M-PLANNER""#), (8, done + #""planner_quick_add""#),
      (20, tap + #""food_log_submit","screen_id":"M-SCAN","barcode":"1""#), (20, done + #""food_log_submit""#),
      (20, tap + #""food_log_submit","screen_id":"M-SCAN","barcode":"1""#), (20, failed + #""food_log_submit","stage":"lookup""#),
      (20, tap + #""food_log_submit","screen_id":"M-SCAN","barcode":null"#), (20, done + #""food_log_submit""#),
      (21, tap + #""grant_permissions","screen_id":"M-SET""#), (21, failed + #""grant_permissions""#),
      (21, tap + #""grant_permissions","screen_id":"M-SET""#), (21, done + #""grant_permissions""#),
      (22, tap + #""manual_sync","screen_id":"M-SET""#), (22, failed + #""manual_sync""#),
      (22, tap + #""manual_sync","screen_id":"M-HOME""#), (22, failed + #""manual_sync""#),
      (40, home), (40, tap + #""mirror_opened","screen_id":"M-MIRROR""#), (40, done + #""mirror_opened""#), (41, home),
    ])
    #expect(statistics.homeDays == 3 && statistics.activeDays == 8)
    #expect(statistics.plannerAdds == 2 && statistics.addsPerDay == 0.25 && statistics.tapsPerItem == 1.5)
    #expect(statistics.plannerRetention == 0.6667, "of days 0, 1 and 8 the first two were followed by day 8")
    #expect(statistics.scans.share == 0.5 && statistics.logs.share == 0.6667)
    #expect(statistics.grants.share == 0.5)
    #expect(statistics.settingsSyncs.all == 1 && statistics.settingsSyncFailures == 1)
    // Of days 14 to 41: 20, 21, 22, 40, 41; before: 0, 1, 8.
    #expect(statistics.sessions.share == 0.2 && statistics.mirrorErrors == 0 && statistics.mirrorTrend == 0.2)
    let empty = try screens([])
    #expect(empty.members.allSatisfy { $0.1 == .null || $0.1 == JSON(0) })
    #expect(empty.rows.first == ["days with today", "0 of 0 days"])
  }

  @Test func aPercentileIsTheNearestRank() {
    #expect(EventStatistics.p95((1...100).map(Int64.init)) == 95)
    #expect(EventStatistics.p95((1...20).map(Int64.init)) == 19)
    #expect(EventStatistics.p95((1...10).map(Int64.init)) == 10)
    #expect(EventStatistics.p95([7]) == 7)
    #expect(EventStatistics.p95([]) == nil)
  }
}
