import Foundation
import HealthDesk
import HealthModel
import HealthStore

/// Checks that the library's file and its folder exist, belong to the user, and aren't accessible to others.
struct LibraryCheck: Checkup {
  let premises: Premises

  func findings() -> [Finding] {
    let path = premises.library
    guard let rights = FileRights(path) else {
      return [missing] + network
    }
    if rights.isFolder { return [.fail("library", "\(premises.shown(path)) is a folder", "name a file with --db")] }
    if isOnReadOnlyDisk {
      return [
        .fail("library", "the disk of \(premises.shown(folder)) can only be read", "mount it for writing, or name another file with --db")
      ]
    }
    var findings = premises.files.flatMap { trouble(with: $0.path, $0.rights) }
    if let rights = FileRights(folder) { findings += troubleWithFolder(rights) }
    if findings.isEmpty { findings.append(.ok("library", "\(premises.shown(path)), \(Quantity.bytes(rights.bytes))")) }
    return findings + network
  }

  private var folder: String {
    let folder = (premises.library as NSString).deletingLastPathComponent
    return folder.isEmpty ? "." : folder
  }

  private var isOnReadOnlyDisk: Bool {
    var disk = statvfs()
    return statvfs(folder, &disk) == 0 && disk.f_flag & UInt(ST_RDONLY) != 0
  }

  private var missing: Finding {
    guard let rights = FileRights(folder) else {
      guard premises.library == premises.paths.usualLibrary else {
        return .fail("library", "there is no folder \(premises.shown(folder))", "mkdir -m 700 -p \(premises.shown(folder))")
      }
      return .ok("library", "none yet: the first command makes it")
    }
    guard rights.isUsable else {
      return .fail(
        "library", "\(premises.shown(folder)) can't be written, so that no library can be made", "chmod u+rwx \(premises.shown(folder))")
    }
    return .ok("library", "none yet: the first command makes it")
  }

  private func trouble(with file: String, _ rights: FileRights) -> [Finding] {
    let shown = premises.shown(file)
    if !rights.isOwn {
      return [.warn("library", "\(shown) belongs to another user", "sudo chown \"$(id -un)\" \(shown)")]
    }
    if !rights.isUsable {
      return [.fail("library", "\(shown) can't be read and written (\(rights.octal))", "chmod 600 \(shown)")]
    }
    if rights.isOpenToOthers {
      return [.warn("library", "others may read \(shown) (\(rights.octal))", "chmod 600 \(shown)")]
    }
    return []
  }

  private func troubleWithFolder(_ rights: FileRights) -> [Finding] {
    let shown = premises.shown(folder)
    if !rights.isUsable {
      return [
        .fail("library", "the folder \(shown) can't be written, and SQLite keeps its log beside the library", "chmod u+rwx \(shown)")
      ]
    }
    // A folder that the person chose may be shared with other things.
    guard premises.library == premises.paths.usualLibrary, rights.isOwn, rights.isOpenToOthers else { return [] }
    return [.warn("library", "others may look into \(shown) (\(rights.octal))", "chmod 700 \(shown)")]
  }

  /// The write-ahead log needs shared memory, which machines don't share.
  private var network: [Finding] {
    guard let type = fileSystem, ["nfs", "nfs4", "cifs", "smb3", "fuse.sshfs"].contains(type) else { return [] }
    return [
      .warn(
        "library", "\(premises.shown(folder)) is on a network file system (\(type)): two machines at a time would damage the library",
        "keep it on a disk of this machine, and sync with a backend")
    ]
  }

  /// The type of the folder's file system, as named by Linux. `nil` when it isn't known.
  private var fileSystem: String? {
    guard let mounts = FileManager.default.contents(atPath: "/proc/self/mounts") else { return nil }
    let folder = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path + "/"
    // Device, mount point, type, …; a blank in a mount point is \040.
    let lines = String(decoding: mounts, as: UTF8.self).split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    let points = lines.filter { $0.count > 2 }.map { (path: $0[1].replacing("\\040", with: " "), type: $0[2]) }
    return points.filter { $0.path == "/" || folder.hasPrefix($0.path + "/") }.max { $0.path.utf8.count <= $1.path.utf8.count }?.type
  }
}
