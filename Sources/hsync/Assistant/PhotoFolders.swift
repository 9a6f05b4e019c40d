import Foundation

/// The folders whose photos an assistant may have scanned.
struct PhotoFolders: Sendable {
  /// Absolute and free of links.
  private let folders: [String]

  /// An open photo.
  struct Photo: ~Copyable {
    /// Its path, free of links.
    let path: String
    private let descriptor: Int32

    fileprivate init(path: String, descriptor: Int32) {
      self.path = path
      self.descriptor = descriptor
    }

    /// A path of the open file itself, whatever becomes of its name.
    var openPath: String { "/proc/self/fd/\(descriptor)" }

    deinit { close(descriptor) }
  }

  /// - Throws: kind `.noInput` for a path that isn't a folder.
  init(_ paths: [String]) throws(CommandError) {
    var folders: [String] = []
    for path in paths {
      var status = stat()
      guard let real = PhotoFolders.real(path), stat(real, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
        throw CommandError(.noInput, "\(path) isn't a folder", hint: "name a folder of photos: --photos ~/Pictures")
      }
      folders.append(real == "/" ? "" : real)
    }
    self.folders = folders
  }

  var isEmpty: Bool { folders.isEmpty }

  /// Opens a photo below one of the folders. A relative path is one below the first.
  ///
  /// The open file is looked at, not its name: links and `..` can't lead elsewhere, not even when they change meanwhile. That there is
  /// something elsewhere can't be told from the error.
  func open(_ path: String) throws(CommandError) -> Photo {
    guard let first = folders.first else {
      throw CommandError(.noPermission, "no folder of photos was named", hint: "start hsync mcp with --photos FOLDER")
    }
    let refusal = CommandError(.noInput, "there is no such photo below the folders of --photos: \(path)")
    let descriptor = Foundation.open(path.hasPrefix("/") ? path : first + "/" + path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw refusal }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      let real = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)"),
      folders.contains(where: { real.hasPrefix($0 + "/") })
    else {
      close(descriptor)
      throw refusal
    }
    return Photo(path: real, descriptor: descriptor)
  }

  private static func real(_ path: String) -> String? {
    guard let pointer = realpath(path, nil) else { return nil }
    defer { free(pointer) }
    return String(cString: pointer)
  }
}
