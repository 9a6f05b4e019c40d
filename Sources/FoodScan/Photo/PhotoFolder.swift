import Glibc

/// The direct contents of a folder.
package struct PhotoFolder {
  /// One file of it that isn't hidden.
  enum Item {
    case file(String)
    case folder(String)
    /// A pipe, a socket, a device.
    case other
  }

  /// The identity of a folder, whatever its name.
  struct Identity: Hashable {
    fileprivate let device: UInt64
    fileprivate let number: UInt64
  }

  /// The identity of the folder.
  let identity: Identity
  /// Everything but hidden files, in natural order, with the folder's path before the names.
  let items: [Item]

  /// Lists it. Links are followed.
  ///
  /// - Throws: `.noSuchPhoto`, `.notPermitted`, `.readFailed`.
  init(_ path: String) throws(ScanError) {
    guard let folder = opendir(path) else { throw .opening(path, errno, noun: "folder") }
    defer { closedir(folder) }
    var status = stat()
    guard fstat(dirfd(folder), &status) == 0 else { throw .opening(path, errno, noun: "folder") }
    identity = Identity(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
    var names: [(name: String, type: UInt8)] = []
    errno = 0
    while let entry = readdir(folder) {
      let type = UInt8(entry.pointee.d_type)
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if !name.hasPrefix(".") { names.append((name, type)) }
      errno = 0
    }
    guard errno == 0 else { throw ScanError(.readFailed, "can't read the folder \(path): \(String(cString: strerror(errno)))") }
    let prefix = path.hasSuffix("/") ? path : path + "/"
    items = names.sorted { NaturalOrder.areInOrder($0.name, $1.name) }.map { Self.item(prefix + $0.name, type: $0.type) }
  }

  /// Whether the path leads to a folder, perhaps by a link.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Returns the kind of an item. The directory entry usually has it; for links, and on some file systems, the file
  /// itself is examined.
  private static func item(_ path: String, type: UInt8) -> Item {
    switch Int(type) {
    case Int(DT_REG): return .file(path)
    case Int(DT_DIR): return .folder(path)
    case Int(DT_LNK), Int(DT_UNKNOWN):
      var status = stat()
      // A link that leads nowhere is a file that can't be opened.
      guard stat(path, &status) == 0 else { return .file(path) }
      switch status.st_mode & S_IFMT {
      case S_IFREG: return .file(path)
      case S_IFDIR: return .folder(path)
      default: return .other
      }
    default: return .other
    }
  }
}
