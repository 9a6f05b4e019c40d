import Foundation
import HealthModel
import TestSupport
import Testing

@testable import Settings
@testable import hsync

/// `hsync serve install`, `status` and `uninstall`, with a program in PATH that stands for systemd.
@Suite struct ServeServiceTests {
  private let person: Household
  private let bin: String

  init() throws {
    person = try Household()
    bin = person.home.file("bin")
    try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: true)
    for name in ["echo", "printf", "test"] {
      try? FileManager.default.createSymbolicLink(atPath: bin + "/" + name, withDestinationPath: "/bin/" + name)
    }
  }

  private var hsync: Program { Program("hsync", home: person.home, environment: ["PATH": bin]) }

  private func fake(_ name: String, _ script: String) throws {
    try person.home.writeScript(script, to: "bin/\(name)")
  }

  /// A systemctl that writes down what it is asked; `is-active` succeeds while there is a file `up`.
  private func fakeSystemd(linger: String = "no") throws {
    try fake(
      "systemctl",
      """
      echo "$@" >> "$HOME/asked"
      case "$*" in
      *enable*|*restart*) : > "$HOME/up";;
      *is-active*) test -e "$HOME/up"; exit;;
      *ExecMainStatus*) printf 'ExecMainStatus=69\\nExecMainExitTimestampMonotonic=5\\n';;
      esac
      """)
    try fake("loginctl", "echo \(linger)")
  }

  private func text(_ name: String) -> String {
    String(decoding: FileManager.default.contents(atPath: person.home.file(name)) ?? Data(), as: UTF8.self)
  }

  private let unit = ".config/systemd/user/hsync-web.service"

  @Test func theUnitIsAsReviewed() throws {
    let paths = Paths(environment: ["HOME": "/home/ana", "HSYNC_DB": "/data/100% my \"lib\"/$a.db", "TZ": "Europe/Paris"])
    let run = try ScheduledRun(library: nil, paths: paths, calledAs: "/bin/sh")
    let since = Moment(ms: 1_770_721_380_000, utcOffsetMin: 60)
    #expect(
      WebUnit(run: run, port: 4747, origin: "https://kitchen.example", since: since).text == """
        # hsync serve: port 4747, origin https://kitchen.example, since 2026-02-10T12:03:00+01:00
        # Made by: hsync serve install. Taken away by: hsync serve uninstall
        [Unit]
        Description=Health data as pages for a browser (hsync)

        [Service]
        Type=exec
        ExecStart="/bin/sh" serve --port 4747 --origin "https://kitchen.example"
        Environment="HSYNC_DB=/data/100%% my \\"lib\\"/$a.db"
        Environment="TZ=Europe/Paris"
        Restart=on-failure
        RestartSec=5
        RestartPreventExitStatus=64 69 75 77 78
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

        [Install]
        WantedBy=default.target

        """)
  }

  /// systemd itself finds nothing wrong with it.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/systemd-analyze")))
  func systemdVerifiesTheUnit() throws {
    let printed = try hsync.run("serve", "install", "--print", "--db", person.home.file("my lib.db"), "--port", "5000")
    #expect(printed.status == 0 && !FileManager.default.fileExists(atPath: person.home.file(unit)))
    let file = try person.home.write(Array(printed.out.utf8), to: WebUnit.name)
    let analyze = Program("/usr/bin/systemd-analyze", home: person.home, environment: ["XDG_RUNTIME_DIR": person.home.path])
    let outcome = try analyze.run(["--user", "--recursive-errors=no", "verify", file])
    #expect(outcome.status == 0 && !(outcome.out + outcome.err).contains("hsync-web"), "\(outcome.err)")
  }

  @Test func theServiceIsInstalledShownAndRemoved() throws {
    try fakeSystemd()
    let installed = try hsync.run("serve", "install", "--db", person.home.file("my.db"))
    #expect(
      installed.status == 0 && installed.out.contains("http://127.0.0.1:4747") && installed.out.contains("running"), "\(installed.err)")
    #expect(installed.err.contains("loginctl enable-linger") && installed.err.contains("hsync serve --pair"))
    #expect(text("asked").contains("--user daemon-reload\n--user enable --now hsync-web.service\n") && !text("asked").contains("restart"))
    #expect(
      text(unit).contains(
        "ExecStart=\"\(Program.folder)/hsync\" serve --port 4747\nEnvironment=\"HSYNC_DB=\(person.home.file("my.db"))\"\n"))
    // A second one takes its place.
    #expect(try hsync.run("serve", "install", "--port", "5000", "--origin", "https://a.example:8443").status == 0)
    #expect(
      text("asked").contains("--user restart hsync-web.service\n") && text(unit).contains("--port 5000 --origin \"https://a.example:8443\"")
    )
    try FileManager.default.removeItem(atPath: person.home.file("up"))
    let status = try hsync.run("serve", "status")
    #expect(
      status.out.contains("https://a.example:8443") && status.out.contains("not running, failed with status 69: journalctl --user -u"))
    let json = try JSON(parsing: hsync.run("serve", "status", "--json").out)
    #expect(json["installed"].bool == true && json["active"].bool == false && json["port"].int == 5000 && json["last_status"].int == 69)
    #expect(try hsync.run("serve", "uninstall").out == "the service is removed\n")
    #expect(!FileManager.default.fileExists(atPath: person.home.file(".config/systemd/user")))
    #expect(text("asked").contains("--user disable --now hsync-web.service\n"))
    #expect(try hsync.run("serve", "uninstall").status == 1)
    #expect(try hsync.run("serve", "status", "--json").out.contains("\"installed\":false"))
  }

  @Test func nothingStaysWhenSystemdRefuses() throws {
    try fake("systemctl", "case \"$*\" in *enable*) echo 'Failed to enable: no' >&2; exit 1;; esac")
    let outcome = try hsync.run("serve", "install")
    #expect(outcome.status == 69 && outcome.err.contains("systemctl enable failed: Failed to enable: no"), "\(outcome.err)")
    #expect(!FileManager.default.fileExists(atPath: person.home.file(unit)))
  }

  @Test(
    arguments: [
      (["install"], 69), (["install", "--port", "0"], 64), (["install", "--port", "65536"], 64),
      (["install", "--origin", "http://a.example"], 64),
      (["install", "--origin", "https://a.example/x"], 64), (["install", "--origin", "https://a\nb"], 64),
      (["install", "--print", "--json"], 64),
      (["uninstall"], 1), (["uninstall", "now"], 64),
    ] as [([String], Int32)])
  func badInput(arguments: [String], status: Int32) throws {
    let outcome = try hsync.run(["serve"] + arguments)
    #expect(outcome.status == status && outcome.out.isEmpty && !outcome.err.isEmpty, "\(outcome.err)")
  }
}
