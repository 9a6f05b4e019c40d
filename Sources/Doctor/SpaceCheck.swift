import Foundation
import HealthDesk
import HealthModel

/// Checks the free space on the library's disk.
struct SpaceCheck: Checkup {
  let premises: Premises

  func findings() -> [Finding] {
    var path = premises.library
    var room = statvfs()
    // A folder that doesn't exist yet will be on the disk of its parent.
    while statvfs(path, &room) != 0 {
      let folder = (path as NSString).deletingLastPathComponent
      guard folder != path, !folder.isEmpty else { return [] }
      path = folder
    }
    let free = Int64(clamping: UInt64(room.f_bavail).multipliedReportingOverflow(by: UInt64(room.f_frsize)).partialValue)
    let words = "\(Quantity.bytes(free)) free"
    // A migration or an import may write the library's size again into its log.
    let needed = max(50_000_000, FileRights(premises.library)?.bytes ?? 0)
    if free < 1_000_000 { return [.fail("space", words, "free some space on the disk of \(premises.shown(path))")] }
    if free < needed { return [.warn("space", "\(words), an import may need \(Quantity.bytes(needed))", "free some space")] }
    return [.ok("space", words)]
  }
}
