import Foundation
import TestSupport
import Testing

@Suite(.serialized) struct Row15LockedLibrary {
  /// Another program writes to the library for a minute; then the disk may only be read.
  @Test func lockedAndReadOnly() async throws {
    try await FaultRow(15, "the library locked by another writer, on a read-only disk").holds {
      let backend = try RunningBackend()
      let device = try Household()
      try device.logIn(to: backend)
      try #require(try device.hsync.run("log", "--name", "Soup", "--kcal", "5").status == 0)
      let before = try tables(device)
      let rounds = FaultScale.count(full: 5, short: 1)
      try device.whileShell(has: "BEGIN IMMEDIATE; UPDATE meal SET note = 'never committed'") {
        // Each waits 10 s for its turn: a round of all at once.
        for _ in 0..<rounds {
          let runs = try [["log", "--name", "Bread", "--kcal", "5"], ["sync"], ["weight", "log", "70"], ["undo"]].map {
            try device.hsync.start($0)
          }
          // Readers never wait.
          try #require(try device.hsync.run("meals").status == 0)
          try #require(try device.hsync.run("sync", "status").status == 0)
          for run in runs {
            let outcome = run.wait()
            try #require(outcome.status == 75 && outcome.err.contains("busy"), "\(outcome.status): \(outcome.err)")
          }
        }
      }
      try #require(try tables(device) == before, "a command that ended with 75 has left something")
      try device.syncs()
      let readOnly = try onReadOnlyDisk(device)
      try #require(try device.hsync.run("log", "--name", "Bread", "--kcal", "5").status == 0)
      try device.syncs()
      try Fleet([device], backend).requireInvariant()
      return "locked for \(rounds * 10) s: \(rounds * 4) writers ended with 75, readers went on, nothing was left behind; \(readOnly)"
    }
  }

  private func tables(_ device: Household) throws -> String {
    try device.value(
      "SELECT * FROM meal; SELECT * FROM weight; SELECT * FROM outbox; SELECT * FROM in_flight; SELECT device, push_no, hlc FROM sync_state"
    )
  }

  private func onReadOnlyDisk(_ device: Household) throws -> String {
    let before = try tables(device)
    let script = try device.home.write(
      Array(
        """
        folder=$HOME/.local/share/hsync
        mount --bind "$folder" "$folder" && mount -o remount,ro,bind "$folder" || exit 1
        "$1" log --name Bread --kcal 5; echo "$?"
        "$1" sync; echo "$?"
        """.utf8), to: "read-only.sh")
    for flags in ["-m", "-rm"] {
      let shell = Program("/usr/bin/unshare", home: device.home, environment: device.hsync.environment)
      guard try shell.run(flags, "mount", "-t", "tmpfs", "none", "/mnt").status == 0 else { continue }
      let run = try shell.run(flags, "/bin/sh", script, Program.folder + "/hsync")
      try #require(run.lines.count == 2 && run.lines.allSatisfy { ["73", "77"].contains($0) }, "\(run.out)\(run.err)")
      try #require(run.err.contains("hint: "), "\(run.err)")
      try #require(try tables(device) == before)
      return "on a read-only disk log ended with \(run.lines[0]), sync with \(run.lines[1]), nothing changed"
    }
    return "no read-only disk, as nothing may be mounted here"
  }
}
