import Foundation

/// The mounted file systems, by proc(5)'s `/proc/self/mounts`: a line each, device, place and type first, blanks in names as `\040`.
struct MountTable {
  private let places: [(path: String, type: String)]

  /// The system's table; empty where there is none.
  init() {
    self.init(text: FileManager.default.contents(atPath: "/proc/self/mounts").map { String(decoding: $0, as: UTF8.self) } ?? "")
  }

  init(text: String) {
    places = text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ")
      return fields.count < 3 ? nil : (String(fields[1]).replacing("\\040", with: " "), String(fields[2]))
    }
  }

  /// Whether a folder's files can be written to from elsewhere, unknown to this system: they lie on another machine, or a program keeps them.
  func isElsewhere(_ folder: String) -> Bool {
    let holding = places.filter { $0.path == "/" || folder == $0.path || folder.hasPrefix($0.path + "/") }
    // Of two at the same place the later one lies on top.
    guard let type = holding.enumerated().max(by: { ($0.element.path.count, $0.offset) < ($1.element.path.count, $1.offset) })?.element.type
    else { return false }
    return ["nfs", "cifs", "smb", "fuse", "9p", "virtiofs", "vboxsf", "afs", "ceph"].contains { type.hasPrefix($0) }
  }
}
