import Foundation
import HealthModel
import TestSupport
import Testing

@testable import Settings
@testable import hsync

/// The files of a schedule: units and crontab lines.
@Suite struct ScheduleTextTests {
  private let paths = Paths(environment: ["HOME": "/home/ana", "HSYNC_DB": "/data/100% my \"lib\"/$a.db", "TZ": "Europe/Paris", "X": "y"])
  private let since = Moment(ms: 1_770_721_380_000, utcOffsetMin: 60)

  private func run(library: String? = nil) throws -> ScheduledRun {
    try ScheduledRun(library: library, paths: paths, calledAs: "/bin/sh")
  }

  private func mark(_ minutes: Int) -> ScheduleMark { ScheduleMark(every: IntervalArgument(minutes: minutes), since: since) }

  @Test func theServiceIsAsReviewed() throws {
    let text = SystemdUnits(run: try run(), mark: mark(15)).serviceText
    #expect(
      text == """
        # hsync schedule: every 15m since 2026-02-10T12:03:00+01:00
        # Made by: hsync schedule install. Taken away by: hsync schedule delete
        [Unit]
        Description=Sync health data with its backend (hsync)
        Wants=network-online.target
        After=network-online.target

        [Service]
        Type=oneshot
        ExecStart="/bin/sh" sync --timer
        Environment="HSYNC_DB=/data/100%% my \\"lib\\"/$a.db"
        Environment="TZ=Europe/Paris"
        Nice=10
        IOSchedulingClass=idle
        TimeoutStartSec=1h
        UMask=0077
        NoNewPrivileges=yes
        LockPersonality=yes
        MemoryDenyWriteExecute=yes
        RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
        RestrictNamespaces=yes
        RestrictRealtime=yes
        RestrictSUIDSGID=yes
        SystemCallArchitectures=native
        SystemCallFilter=@system-service

        """)
  }

  @Test(arguments: [
    (15, "OnCalendar=*:0/15\nPersistent=true\nRandomizedDelaySec=225\n"), (1, "OnCalendar=*:0/1\nPersistent=true\nRandomizedDelaySec=15\n"),
    (120, "OnCalendar=0/2:00\nPersistent=true\nRandomizedDelaySec=300\n"),
    (1440, "OnCalendar=*-*-* 00:00\nPersistent=true\nRandomizedDelaySec=300\n"),
    (7, "OnStartupSec=2min\nOnUnitActiveSec=7min\nRandomizedDelaySec=105\n"),
  ])
  func theTimerTakesTheCalendarWhereItCan(minutes: Int, lines: String) throws {
    #expect(SystemdUnits(run: try run(), mark: mark(minutes)).timerText.contains("[Timer]\n" + lines))
  }

  /// systemd itself finds nothing wrong with them.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/systemd-analyze")), arguments: [1, 7, 15, 60, 90, 720, 1440])
  func systemdVerifiesTheUnits(minutes: Int) throws {
    let folder = try TemporaryFolder()
    let units = SystemdUnits(run: try run(), mark: mark(minutes))
    let files = [
      try folder.write(Array(units.serviceText.utf8), to: SystemdUnits.service),
      try folder.write(Array(units.timerText.utf8), to: SystemdUnits.timer),
    ]
    let analyze = Program("/usr/bin/systemd-analyze", home: folder, environment: ["XDG_RUNTIME_DIR": folder.path])
    let outcome = try analyze.run(["--user", "--recursive-errors=no", "verify"] + files)
    #expect(outcome.status == 0, "\(outcome.err)")
    #expect(!(outcome.out + outcome.err).contains("hsync-sync"), "\(outcome.err)")
  }

  @Test(arguments: [
    (1, 0, "* *"), (15, 7, "7,22,37,52 *"), (30, 0, "0,30 *"), (60, 12, "12 *"), (120, 78, "18 1,3,5,7,9,11,13,15,17,19,21,23"),
    (720, 725, "5 12"), (1440, 61, "1 1"),
  ])
  func cronSaysEvenIntervals(minutes: Int, offset: Int, fields: String) throws {
    let interval = try #require(EvenInterval(IntervalArgument(minutes: minutes)))
    // "12 *" of an hour, "5 12" of half a day: the second run of the day is 12 hours on.
    #expect(interval.cronFields(offset: offset).hasPrefix(fields), "\(interval.cronFields(offset: offset))")
  }

  @Test(arguments: [7, 45, 90, 59, 300])
  func otherIntervalsHaveNeighbours(minutes: Int) {
    let interval = IntervalArgument(minutes: minutes)
    #expect(EvenInterval(interval) == nil)
    let (shorter, longer) = EvenInterval.nearest(interval)
    #expect(shorter.minutes < minutes && longer.minutes > minutes && EvenInterval(shorter) != nil && EvenInterval(longer) != nil)
  }

  @Test func aCrontabLineIsQuotedForCronAndTheShell() throws {
    let interval = try #require(EvenInterval(IntervalArgument(minutes: 15)))
    let lines = Crontab.lines(try run(library: "/o'lib/50%.db"), mark(15), interval, offset: 7, log: "/home/ana/x.log")
    #expect(
      lines == """
        # hsync schedule: every 15m since 2026-02-10T12:03:00+01:00
        7,22,37,52 * * * * /usr/bin/env PATH=/usr/local/bin:/usr/bin:/bin 'HSYNC_DB=/o'\\''lib/50\\%.db' 'TZ=Europe/Paris' '/bin/sh' \
        sync --timer >'/home/ana/x.log' 2>&1; echo "status $?" >>'/home/ana/x.log'
        """)
  }

  @Test(arguments: ["", "# mine\n5 4 * * * true\n", "\n\n", "MAILTO=x\n# hsync schedule is nice\n* * * * * a\u{FFFD}b\n"])
  func othersLinesStayByteForByte(before: String) throws {
    let odd = Array(before.utf8) + (before.isEmpty ? [] : [0xE9, 0xFF, UInt8(ascii: "\n")])
    let interval = try #require(EvenInterval(IntervalArgument(minutes: 15)))
    var table = Crontab(odd)
    table.install(Crontab.lines(try run(), mark(15), interval, offset: 1, log: "/x"))
    let once = table
    table.install(Crontab.lines(try run(), mark(15), interval, offset: 1, log: "/x"))
    #expect(table == once)
    table.remove()
    #expect(table.bytes == odd)
  }

  /// Somebody put lines behind, between, or took some of ours away.
  @Test func whatIsntOursSurvivesEdits() throws {
    let interval = try #require(EvenInterval(IntervalArgument(minutes: 15)))
    let ours = Crontab.lines(try run(), mark(15), interval, offset: 1, log: "/x")
    let job = try #require(ours.split(separator: "\n").last)
    let head = try #require(ours.split(separator: "\n").first)
    let cases: [(String, String)] = [
      ("a\n\(ours)\n# hsync schedule: end\nb\n", "a\nb\n"), ("\(ours)\nb\nc\n", "b\nc\n"), ("\(head)\nb\n", "b\n"),
      ("\(head)\nb\n\(job)\n# hsync schedule: end\n", "b\n\(job)\n# hsync schedule: end\n"), ("\(ours)", ""),
    ]
    for (before, after) in cases {
      var table = Crontab(Array(before.utf8))
      table.remove()
      #expect(String(decoding: table.bytes, as: UTF8.self) == after)
    }
  }

  @Test(arguments: [("15m", 15), ("1h", 60), ("24h", 1440), ("90M", 90), ("2 hours", 120), ("5min", 5)])
  func intervalsAreRead(text: String, minutes: Int) { #expect(IntervalArgument(argument: text)?.minutes == minutes) }

  @Test(arguments: ["", "m", "0m", "15", "25h", "1441m", "-5m", "1.5h", "15s", "١m", "99999999999m", "h1"])
  func whatIsNoIntervalIsRefused(text: String) { #expect(IntervalArgument(argument: text) == nil) }

  @Test func aPathWithALineBreakIsRefused() {
    #expect(throws: CommandError.self) { _ = try run(library: "/a\n* * * * * evil") }
  }

  @Test(arguments: [("7,22,37,52", "*", "2026-02-10 12:07"), ("18", "1,3", "2026-02-11 01:18"), ("*", "*", "2026-02-10 12:04")])
  func theNextRunOfACronLine(minutes: String, hours: String, expected: String) throws {
    let now = LocalClock.moment(on: try #require(Day("2026-02-10")), hour: 12, minute: 3)
    let next = LocalClock.moment(atMs: try #require(CronJob.next(minutes, hours, after: now)))
    #expect("\(next.day) \(next.clock)" == expected)
  }
}

/// `hsync schedule` with programs in PATH that stand for systemd and cron.
@Suite struct ScheduleCommandTests {
  private let person: Household
  private let bin: String

  init() throws {
    person = try Household()
    bin = person.home.file("bin")
    try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: true)
  }

  private func fake(_ name: String, _ script: String) throws {
    try person.home.writeScript(script, to: "bin/\(name)")
  }

  /// A crontab that keeps its table in a file.
  private func fakeCron() throws {
    try fake(
      "crontab",
      """
      T="$HOME/table"
      case "$1" in
      -l) if [ -f "$T" ]; then cat "$T"; else echo "no crontab for $USER" >&2; exit 1; fi;;
      -r) rm "$T";;
      -) cat > "$T";;
      esac
      """)
  }

  /// A systemctl that writes down what it is asked, and knows one timer.
  private func fakeSystemd(linger: String = "no") throws {
    try fake(
      "systemctl",
      """
      echo "$@" >> "$HOME/asked"
      case "$*" in
      *list-timers*) echo '[{"next":1770721500000000,"last":1770720600000000,"unit":"hsync-sync.timer"}]';;
      *ExecMainStatus*) printf 'ExecMainStatus=75\\nExecMainExitTimestampMonotonic=5\\n';;
      esac
      """)
    try fake("loginctl", "echo \(linger)")
  }

  /// Without the machine's own systemd and cron.
  private func bare() throws -> Program {
    for name in ["cat", "rm", "echo", "printf"] {
      try? FileManager.default.createSymbolicLink(atPath: bin + "/" + name, withDestinationPath: "/bin/" + name)
    }
    return Program("hsync", home: person.home, environment: ["PATH": bin])
  }

  private func text(_ name: String) -> String {
    String(decoding: FileManager.default.contents(atPath: person.home.file(name)) ?? Data(), as: UTF8.self)
  }

  @Test func aSystemdTimerIsInstalledShownAndRemoved() throws {
    try fakeSystemd()
    let hsync = try bare()
    let installed = try hsync.run("schedule", "install", "--every", "10m", "--db", person.home.file("my.db"))
    #expect(installed.status == 0, "\(installed.err)")
    #expect(installed.out.contains("every 10 min by systemd user timer hsync-sync.timer"))
    #expect(installed.err.contains("loginctl enable-linger") && installed.err.contains("hsync login"))
    #expect(text("asked").contains("--user daemon-reload\n--user enable --now hsync-sync.timer\n"))
    let service = text(".config/systemd/user/hsync-sync.service")
    #expect(service.contains("ExecStart=\"\(Program.folder)/hsync\" sync --timer\nEnvironment=\"HSYNC_DB=\(person.home.file("my.db"))\"\n"))
    // A second one takes its place.
    #expect(try hsync.run("schedule", "install", "--every", "2h").status == 0)
    #expect(text("asked").contains("--user restart hsync-sync.timer\n"))
    #expect(text(".config/systemd/user/hsync-sync.timer").contains("OnCalendar=0/2:00\n"))
    let status = try hsync.run("schedule", "status")
    #expect(status.out.contains("failed with status 75: journalctl --user -u hsync-sync.service"), "\(status.out)")
    let json = try JSON(parsing: hsync.run("schedule", "--json").out)
    #expect(json["keeper"].string == "systemd" && json["next_run_ms"].int == 1_770_721_500_000 && json["last_status"].int == 75)
    #expect(try hsync.run("schedule", "delete").out == "the schedule is removed\n")
    #expect(!FileManager.default.fileExists(atPath: person.home.file(".config/systemd/user")))
    #expect(text("asked").contains("--user disable --now hsync-sync.timer\n"))
    #expect(try hsync.run("schedule", "delete").status == 1)
  }

  @Test func nothingStaysWhenSystemdRefuses() throws {
    try fakeSystemd()
    try fake("systemctl", "case \"$*\" in *enable*) echo 'Failed to enable: no' >&2; exit 1;; esac")
    let outcome = try bare().run("schedule", "install")
    #expect(outcome.status == 69 && outcome.err.contains("systemctl enable failed: Failed to enable: no"), "\(outcome.err)")
    #expect(!FileManager.default.fileExists(atPath: person.home.file(".config/systemd/user/hsync-sync.timer")))
  }

  @Test func cronTakesItWhereThereIsNoSystemd() throws {
    try fakeCron()
    try fake("systemctl", "echo 'Failed to connect to bus' >&2; exit 1")
    let hsync = try bare()
    let mine: [UInt8] = Array("# mine\n5 4 * * * caf".utf8) + [0xE9] + Array(" 100\\%\n".utf8)
    try person.home.write(mine, to: "table")
    #expect(try hsync.run("schedule").out == "no schedule is installed: hsync schedule install\n")
    let installed = try hsync.run("schedule", "install")
    #expect(installed.status == 0 && installed.out.contains("every 15 min by cron"), "\(installed.err)")
    #expect(text("table").contains("'\(Program.folder)/hsync' sync --timer >'\(person.home.path)/.local/state/hsync/schedule.log'"))
    #expect(try hsync.run("schedule", "install", "--every", "30m").status == 0)
    #expect(text("table").components(separatedBy: "sync --timer").count == 2)
    let uneven = try hsync.run("schedule", "install", "--every", "45m")
    #expect(uneven.status == 64 && uneven.err.contains("--every 30m or --every 1h"), "\(uneven.err)")
    try person.home.write(Array("hsync: Sync Failed: x\nstatus 75\n".utf8), to: ".local/state/hsync/schedule.log")
    #expect(try hsync.run("schedule", "status").out.contains("failed with status 75: cat "))
    #expect(try hsync.run("schedule", "delete").status == 0)
    #expect(FileManager.default.contents(atPath: person.home.file("table")) == Data(mine))
    #expect(!FileManager.default.fileExists(atPath: person.home.file(".local/state/hsync")))
  }

  @Test func anEmptyCrontabGoes() throws {
    try fakeCron()
    let hsync = try bare()
    #expect(try hsync.run("schedule", "install", "--cron").status == 0)
    #expect(try hsync.run("schedule", "delete", "--json").out == "{\"removed\":true}\n")
    #expect(!FileManager.default.fileExists(atPath: person.home.file("table")))
    #expect(try hsync.run("schedule", "delete", "--json").out == "{\"removed\":false}\n")
  }

  /// A table that can't be read is not written.
  @Test func aCrontabThatCantBeReadIsLeftAlone() throws {
    try fake("crontab", "case \"$1\" in -l) echo 'you are not allowed to use this program' >&2; exit 1;; -) cat > \"$HOME/table\";; esac")
    let outcome = try bare().run("schedule", "install", "--cron")
    #expect(outcome.status == 69 && outcome.err.contains("not allowed"), "\(outcome.err)")
    #expect(!FileManager.default.fileExists(atPath: person.home.file("table")))
  }

  @Test func theOtherKeeperGivesWay() throws {
    try fakeCron()
    try fakeSystemd(linger: "yes")
    let hsync = try bare()
    #expect(try hsync.run("schedule", "install", "--cron").status == 0)
    let systemd = try hsync.run("schedule", "install", "--systemd")
    #expect(systemd.status == 0 && !systemd.err.contains("linger"))
    #expect(!text("table").contains("sync --timer"))
    #expect(try hsync.run("schedule", "install", "--cron").status == 0)
    #expect(!FileManager.default.fileExists(atPath: person.home.file(".config/systemd/user/hsync-sync.timer")))
  }

  @Test(
    arguments: [
      (["install", "--every", "30s"], 64), (["install", "--systemd", "--cron"], 64), (["install"], 69), (["install", "--cron"], 69),
      (["install", "--systemd"], 69), (["remove"], 1),
    ] as [([String], Int32)])
  func badInput(arguments: [String], status: Int32) throws {
    let outcome = try bare().run(["schedule"] + arguments)
    #expect(outcome.status == status, "\(outcome.err)")
    #expect(outcome.out.isEmpty && !outcome.err.isEmpty)
  }
}
