import Glibc

/// A folder that someone unpacked an export into, or downloads exports to: its files, two folders deep.
struct ExportFolder {
  /// All files in the order of their names; hidden ones, links to folders and what isn't a plain file are left out.
  let files: [ExportFile]

  /// Lists a folder.
  ///
  /// - Throws: `.unreadable` when the folder itself can't be listed. Folders inside it that can't be are passed over.
  init(path: String) throws(ImportError) {
    var files: [ExportFile] = []
    guard Self.list(path, below: "", depth: 0, into: &files) else { throw FileSource.failure(errno, path) }
    self.files = files
  }

  /// `apple_health_export/workout-routes/…` seen from the folder that holds `apple_health_export`.
  private static let deepest = 2
  /// So that a home folder given by mistake doesn't take minutes.
  private static let mostFiles = 100_000

  private static func list(_ root: String, below: String, depth: Int, into files: inout [ExportFile]) -> Bool {
    guard let stream = opendir(root + "/" + below) else { return false }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      // The name is as long as it is, whatever the imported tuple's length says.
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: Int(entry.pointee.d_reclen)) { String(cString: $0) }
      }
      if !name.hasPrefix("."), name != "__MACOSX" { names.append(name) }
    }
    for name in names.sorted() where files.count < mostFiles {
      let inner = below + name
      let path = root + "/" + inner
      var status = stat()
      guard lstat(path, &status) == 0 else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFDIR: if depth < deepest { _ = list(root, below: inner + "/", depth: depth + 1, into: &files) }
      case S_IFLNK: guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }; fallthrough
      case S_IFREG:
        files.append(ExportFile(path: inner, bytes: Int64(status.st_size)) { () throws(ImportError) in try FileSource(path: path) })
      default: continue
      }
    }
    return true
  }
}
