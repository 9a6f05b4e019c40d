import Foundation
import TestSupport
import Testing

@Suite(.serialized) struct Row14FullDisk {
  /// Each write and each fsync of an edit and of a sync fails once, one after the other; and a disk is really full.
  @Test func nothingIsHalfWritten() async throws {
    let row = FaultRow(14, "disk full, and EIO on fsync")
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/strace") else { return row.skip(because: "there is no strace") }
    try await row.holds {
      let backend = try RunningBackend()
      let device = try Household()
      try device.logIn(to: backend)
      try device.syncs()
      var counts = Counts()
      let writes = FaultScale.count(full: 1, short: 5)
      for n in stride(from: 1, through: 36, by: writes) {
        try edit(device, "trace=pwrite64", "inject=pwrite64:error=ENOSPC:when=\(n)+", &counts)
      }
      for n in stride(from: 1, through: 8, by: FaultScale.count(full: 1, short: 2)) {
        try edit(device, "trace=fsync,fdatasync", "inject=fsync,fdatasync:error=EIO:when=\(n)", &counts)
      }
      for n in stride(from: 1, through: 60, by: FaultScale.count(full: 2, short: 12)) {
        try sync(device, "trace=pwrite64", "inject=pwrite64:error=ENOSPC:when=\(n)+", &counts)
        _ = try device.value("UPDATE meal SET note = 'edit \(n)'")
      }
      for n in stride(from: 1, through: 12, by: FaultScale.count(full: 1, short: 3)) {
        try sync(device, "trace=fsync,fdatasync", "inject=fsync,fdatasync:error=EIO:when=\(n)", &counts)
        _ = try device.value("UPDATE meal SET note = 'edit again \(n)'")
      }
      try #require(counts.failed > 5)
      let lock = device.library + "-sync-lock"
      let noLock = try strace(device, ["sync"], "trace=openat", "inject=openat:error=ENOSPC", "-P", lock)
      try #require(noLock.status == 74 && noLock.err.contains("No space left"), "\(noLock.status): \(noLock.err)")
      try device.syncs()
      let fleet = Fleet([device], backend)
      try fleet.requireInvariant()
      try #require(try device.value("SELECT count(*) FROM meal") == "\(counts.logged)")
      let disk = try fullDisk(device)
      let live = try fleet.requireInvariant()
      return """
        \(counts.failed) of \(counts.runs) runs failed with 74, each edit was there with its outbox row or not at all; \(disk); \
        all \(live) records on the server afterwards
        """
    }
  }

  private struct Counts {
    var runs = 0
    var failed = 0
    var logged = 0
  }

  /// Logs a meal while a system call fails: exit 0 and it is there to be sent, or 74 and nothing is.
  private func edit(_ device: Household, _ trace: String, _ fault: String, _ counts: inout Counts) throws {
    let sql = "SELECT (SELECT count(*) FROM meal), (SELECT count(*) FROM outbox JOIN meal USING (id)), (SELECT count(*) FROM version)"
    try #require(try device.value(sql) == "\(counts.logged)|\(counts.logged)|0")
    let run = try strace(device, ["log", "--name", "a meal", "--kcal", "5"], trace, fault)
    counts.runs += 1
    if run.status == 0 {
      counts.logged += 1
    } else {
      try #require(run.status == 74 && run.err.hasPrefix("hsync: "), "\(fault): \(run.status) \(run.err)")
      counts.failed += 1
    }
    try #require(try device.value(sql) == "\(counts.logged)|\(counts.logged)|0", "after \(fault), exit \(run.status)")
    try #require(try device.value("PRAGMA integrity_check") == "ok")
  }

  /// Syncs while a system call fails; every row that differs from what is agreed must still wait.
  private func sync(_ device: Household, _ trace: String, _ fault: String, _ counts: inout Counts) throws {
    let run = try strace(device, ["sync"], trace, fault)
    counts.runs += 1
    try #require(run.status == 0 || (run.status == 74 && run.err.hasPrefix("hsync: ")), "\(fault): \(run.status) \(run.err)")
    if run.status != 0 { counts.failed += 1 }
    try #require(try device.value("PRAGMA integrity_check") == "ok")
    let lost = "SELECT count(*) FROM meal WHERE id NOT IN (SELECT id FROM outbox) AND id NOT IN (SELECT id FROM version)"
    try #require(try device.value(lost) == "0", "\(fault): neither agreed nor waiting")
  }

  private func strace(
    _ device: Household, _ arguments: [String], _ trace: String, _ fault: String, _ more: String...
  ) throws -> Program.Outcome {
    try Program("/usr/bin/strace", home: device.home, environment: device.hsync.environment)
      .run(["-f", "-qq", "-o", "/dev/null"] + more + ["-e", trace, "-e", fault, Program.folder + "/hsync"] + arguments)
  }

  /// Fills a disk of 1 MiB until a meal doesn't fit any more, then makes room.
  private func fullDisk(_ device: Household) throws -> String {
    let script = try device.home.write(
      Array(
        """
        set -e
        hsync=$1 folder=$HOME/.local/share/hsync
        cp -a "$folder" "$HOME/kept"
        mount -t tmpfs -o size=1m none "$folder"
        cp -a "$HOME"/kept/. "$folder"
        set +e
        n=0
        head -c 2000000 /dev/zero > "$folder/filler" 2>/dev/null
        until ! "$hsync" log --name "a meal" --kcal 5 >/dev/null 2>"$HOME/why"; do n=$((n + 1)); done
        cat "$HOME/why" >&2
        "$hsync" sync >/dev/null 2>&1; echo "sync $?"
        rm "$folder/filler"
        echo "meals $(sqlite3 "$folder/hsync.db" 'SELECT count(*) FROM meal') logged $n"
        "$hsync" log --name "a meal" --kcal 5 >/dev/null; echo "log $?"
        "$hsync" sync >/dev/null; echo "sync $?"
        echo "waiting $(sqlite3 "$folder/hsync.db" 'SELECT count(*) FROM outbox')"
        rm -rf "$HOME/kept"; mkdir "$HOME/kept"; cp -a "$folder"/. "$HOME/kept"
        """.utf8), to: "full-disk.sh")
    for flags in ["-m", "-rm"] {
      let shell = Program("/usr/bin/unshare", home: device.home, environment: device.hsync.environment)
      guard try shell.run(flags, "mount", "-t", "tmpfs", "none", "/mnt").status == 0 else { continue }
      let before = try #require(Int(try device.value("SELECT count(*) FROM meal")))
      let run = try shell.run(flags, "/bin/sh", script, Program.folder + "/hsync")
      let logged = run.lines.first { $0.hasPrefix("meals") }.flatMap { Int($0.split(separator: " ")[3]) } ?? -1
      let expected = ["meals \(before + logged) logged \(logged)", "log 0", "sync 0", "waiting 0"]
      try #require(run.lines.count == 5 && Array(run.lines[1...]) == expected, "\(run.out)\(run.err)")
      try #require(["sync 74", "sync 73"].contains(run.lines[0]) && run.err.contains("the disk is full"), "\(run.out)\(run.err)")
      try FileManager.default.removeItem(atPath: device.home.file(".local/share/hsync"))
      try FileManager.default.moveItem(atPath: device.home.file("kept"), toPath: device.home.file(".local/share/hsync"))
      return "on a full disk \"the disk is full\", and on with it once there is room"
    }
    return "no full disk, as nothing may be mounted here"
  }
}
