/// The requested photos, listed while they are scanned: arguments, the contents of folders, and lists of paths.
package struct PhotoList: IteratorProtocol {
  /// The remaining entries, the next one last.
  private var pending: [Pending]
  private var lists: [PathLines]
  private let descends: Bool
  private let skipsNamedOutput: Bool
  private var listedFolders: Set<PhotoFolder.Identity> = []
  private var hasStandardInput = false
  /// The number of entries of `pending` that may expand to several photos or none.
  private var unclear = 0

  private enum Pending {
    case photo(PhotoSource)
    case argument(String)
    case file(String)
    case folder(String)
    /// No file.
    case other
    /// A picture that `Markup` wrote.
    case output

    var isClear: Bool {
      switch self {
      case .photo, .file, .other, .output: true
      case .argument, .folder: false
      }
    }
  }

  /// Just these photos.
  package init(_ photos: [PhotoSource]) {
    pending = photos.reversed().map(Pending.photo)
    lists = []
    (descends, skipsNamedOutput) = (false, false)
  }

  /// Creates the list of a command line.
  ///
  /// - Parameters:
  ///   - arguments: Paths, patterns (where there is no file of that very name), `-` for a photo on standard input.
  ///   - descends: Whether folders expand to the photos in them and in their subfolders; else they are failures.
  ///   - list: A file of more paths, or standard input. Paths are literal, without patterns, relative to the current
  ///     folder.
  ///   - endsWithNUL: The list's paths end with NUL bytes, not with their lines.
  ///   - skipsNamedOutput: Whether pictures written by `Markup` are left out even where they are named, as a shell does
  ///     with `*.jpg`. In folders and patterns they always are.
  /// - Throws: The error of opening the list.
  package init(
    arguments: [String], descends: Bool, list: PhotoSource? = nil, endsWithNUL: Bool = false, skipsNamedOutput: Bool = false
  ) throws(ScanError) {
    lists = try list.map { source throws(ScanError) in [try PathLines(source, endsWithNUL: endsWithNUL)] } ?? []
    hasStandardInput = list == .standardInput
    (self.descends, self.skipsNamedOutput) = (descends, skipsNamedOutput)
    pending = []
    // Arguments that can only be a single photo are recognised at once, so that the total is known.
    push(arguments.map { $0 == "-" || !descends && !PhotoPattern.isPattern($0) ? .photo(PhotoSource(argument: $0)) : .argument($0) })
  }

  /// The number of remaining photos; `nil` while there are folders, patterns and lists to expand.
  package var left: Int? { unclear == 0 && lists.isEmpty ? pending.count : nil }

  /// The next one; `nil` at the end. May wait for a list that is a pipe.
  package mutating func next() -> PhotoEntry? {
    while true {
      guard let item = pending.popLast() else {
        guard let list = lists.last else { return nil }
        do throws(ScanError) {
          guard let path = try list.next() else {
            lists.removeLast()
            continue
          }
          if let entry = look(at: path) { return entry }
        } catch {
          lists.removeLast()
          return .failure(.file(list.name), error)
        }
        continue
      }
      if !item.isClear { unclear -= 1 }
      switch item {
      case .photo(.standardInput) where hasStandardInput:
        return .failure(.standardInput, ScanError(.standardInputTwice, "standard input can be read only once", hint: "give - once"))
      case .photo(let photo):
        if photo == .standardInput { hasStandardInput = true }
        return named(photo)
      case .argument(let argument):
        guard let paths = PhotoPattern.matches(of: argument) else {
          if let entry = look(at: argument) { return entry }
          continue
        }
        if paths.isEmpty {
          return .failure(.file(argument), ScanError(.noSuchPhoto, "nothing matches \(argument)", hint: "check the pattern: ls -l"))
        }
        push(paths.map { descends && PhotoFolder.isFolder($0) ? .folder($0) : Markup.isOutput($0) ? .output : .photo(.file($0)) })
      case .file(let path): return .found(.file(path))
      case .other: return .leftOut(LeftOut(others: 1))
      case .output: return .leftOut(LeftOut(annotated: 1))
      case .folder(let path):
        if let failure = open(path) { return .failure(.file(path), failure) }
      }
    }
  }

  /// Returns the entry of a path named by the user. `nil` for a folder, which is replaced by its files.
  private mutating func look(at path: String) -> PhotoEntry? {
    guard descends, PhotoFolder.isFolder(path) else { return named(.file(path)) }
    return open(path).map { .failure(.file(path), $0) }
  }

  private func named(_ photo: PhotoSource) -> PhotoEntry {
    skipsNamedOutput && Markup.isOutput(photo.name) ? .leftOut(LeftOut(annotated: 1)) : .named(photo)
  }

  /// Puts a folder's items in its place. Each folder is listed once, also when links lead to it again or in a circle.
  private mutating func open(_ path: String) -> ScanError? {
    do throws(ScanError) {
      let folder = try PhotoFolder(path)
      guard listedFolders.insert(folder.identity).inserted else { return nil }
      push(
        folder.items.map { item in
          switch item {
          case .file(let path): Markup.isOutput(path) ? .output : .file(path)
          case .folder(let path): .folder(path)
          case .other: .other
          }
        })
      return nil
    } catch {
      return error
    }
  }

  private mutating func push(_ items: [Pending]) {
    pending += items.reversed()
    unclear += items.count { !$0.isClear }
  }
}
