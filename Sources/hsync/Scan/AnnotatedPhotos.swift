import FoodScan
import Foundation
import HealthModel
import HealthStore

/// The pictures that `scan --annotate` writes.
struct AnnotatedPhotos {
  /// The form of the pictures.
  let markup: Markup
  private let place: Place
  private var photos: Set<FileMark>
  private let files: ReplacedFile
  private var names: [String: Int] = [:]
  private var hasWritten = false

  private enum Place {
    case file(String)
    /// With a slash at its end.
    case folder(String)
    case standardOutput

    var isFolder: Bool { if case .folder = self { true } else { false } }
  }

  /// A file by its place on the disk, whatever name leads there.
  private struct FileMark: Hashable {
    let device: dev_t
    let number: ino_t

    init(_ status: stat) {
      device = status.st_dev
      number = status.st_ino
    }
  }

  /// Determines the target of the pictures, and creates the folder.
  ///
  /// - Parameters:
  ///   - out: The path as given by the user.
  ///   - arguments: The photos on the command line; none of them is ever overwritten, except pictures of an earlier run
  ///     in the folder.
  ///   - mayBeMore: Whether there may be other photos than those on the command line.
  ///   - isJSON: Whether standard output is used for JSON.
  /// - Throws: kind `.usage`, or `.cantCreate` and others when the folder can't be created.
  init(_ out: String, of arguments: [String], mayBeMore: Bool, isJSON: Bool) throws(CommandError) {
    let place = try Self.place(out, count: mayBeMore ? nil : arguments.count, isJSON: isJSON)
    self.place = place
    self.photos = Set(
      arguments.compactMap { path in
        var status = stat()
        guard path != "-", stat(path, &status) == 0, !(place.isFolder && Markup.isOutput(path)) else { return nil }
        return FileMark(status)
      })
    // Nothing else makes files yet.
    files = ReplacedFile()
    switch place {
    case .standardOutput: markup = Markup(format: .png)
    case .folder(let folder):
      markup = Markup(format: .jpeg)
      do {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      } catch {
        throw CommandError(.cantCreate, "the folder \(folder) can't be created", hint: "check the permissions and space there")
      }
      try Self.refuseReadOnly(folder)
    case .file(let path):
      markup = Markup(format: Self.format(of: path) ?? .png)
      let folder = (path as NSString).deletingLastPathComponent
      guard folder.isEmpty || PhotoFolder.isFolder(folder) else {
        throw CommandError(.cantCreate, "can't create \(path): no such folder", hint: "create it first: mkdir -p \(folder.shellWord)")
      }
      try refusePhoto(path)
      try Self.refuseReadOnly((ReplacedFile.behindLinks(path) as NSString).deletingLastPathComponent)
    }
  }

  /// Whether the pictures go into a folder, where there may be those of an earlier run.
  var isFolder: Bool { place.isFolder }

  /// Whether standard output is for the picture alone.
  var takesStandardOutput: Bool { if case .standardOutput = place { true } else { false } }

  /// Writes a photo's picture. A file of that name is replaced when the new one is whole on the disk.
  mutating func write(_ picture: [UInt8], of photo: PhotoSource) throws {
    // A pattern or a folder names photos as it goes.
    var status = stat()
    if case .file(let path) = photo, stat(path, &status) == 0 { photos.insert(FileMark(status)) }
    // A pattern is one word, and may name several photos.
    if !place.isFolder, hasWritten {
      throw CommandError(
        .usage, "there was a picture before that of \(photo.label), and only one can be written", hint: "name a folder: --annotate out/")
    }
    hasWritten = true
    switch place {
    case .standardOutput: Output.bytes(picture[...])
    case .file(let path): try write(picture, to: path)
    case .folder(let folder): try write(picture, to: folder + name(of: photo))
    }
  }

  private static func place(_ out: String, count: Int?, isJSON: Bool) throws(CommandError) -> Place {
    if out == "-" {
      guard count == 1 else {
        throw CommandError(
          .usage, "standard output takes one picture, and there are \(count.map(String.init) ?? "several") photos",
          hint: "name a folder: --annotate out/")
      }
      guard !isJSON else {
        throw CommandError(.usage, "--annotate - and --json would mix on standard output", hint: "name a file: --annotate out.png")
      }
      guard !Terminal.isTerminal(STDOUT_FILENO) else {
        throw CommandError(.usage, "a picture isn't written to a terminal", hint: "name a file: --annotate out.png")
      }
      return .standardOutput
    }
    if out.hasSuffix("/") { return .folder(out) }
    if PhotoFolder.isFolder(out) { return .folder(out + "/") }
    guard format(of: out) != nil else {
      throw CommandError(
        .usage, "--annotate takes a .png or .jpg file, a folder with / at its end, or -, not '\(out)'",
        hint: "for example: --annotate out.png")
    }
    guard count == 1 else {
      throw CommandError(
        .usage, "\(out) takes one picture, and there are \(count.map(String.init) ?? "several") photos",
        hint: "name a folder: --annotate out/")
    }
    return .file(out)
  }

  private static func format(of path: String) -> Markup.Format? {
    switch (path as NSString).pathExtension.lowercased() {
    case "png": .png
    case "jpg", "jpeg": .jpeg
    default: nil
    }
  }

  /// `soup.annotated.jpg` for `soup.heic`: a name that no camera gives, so that no other photo there is replaced. Photos of the same name
  /// in one run are counted.
  private mutating func name(of photo: PhotoSource) -> String {
    let file = photo == .standardInput ? "stdin" : (photo.name as NSString).lastPathComponent
    let stem = (file as NSString).deletingPathExtension
    names[stem, default: 0] += 1
    let count = names[stem] ?? 1
    return stem + (count > 1 ? "-\(count)" : "") + Markup.nameEnding
  }

  private func write(_ picture: [UInt8], to path: String) throws {
    try refusePhoto(path)
    try files.write(picture, to: path)
  }

  /// Refuses a folder that can't be written to, before anything is read. Empty = the current folder.
  private static func refuseReadOnly(_ folder: String) throws(CommandError) {
    guard access(folder.isEmpty ? "." : folder, W_OK | X_OK) != 0 else { return }
    let reason = errno == EROFS ? "its disk is read-only" : String(cString: strerror(errno))
    throw CommandError(
      .noPermission, "can't write into \(folder.isEmpty ? "this folder" : folder): \(reason)", hint: "name another place: --annotate OUT")
  }

  /// Refuses to overwrite a photo that is scanned, and anything but a regular file.
  private func refusePhoto(_ path: String) throws(CommandError) {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw CommandError(.cantCreate, "\(path) isn't a regular file", hint: "name another one")
    }
    guard !photos.contains(FileMark(status)) else {
      throw CommandError(
        .usage, "\(path) is one of the photos, which are never overwritten", hint: "name another file: --annotate out.png")
    }
  }
}
