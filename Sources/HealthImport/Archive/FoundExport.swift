/// The health export among the files of an archive or a folder.
enum FoundExport {
  case apple(AppleExportFiles)
  /// One or more files of Health Auto Export, in the order of their names.
  case autoExport([ExportFile])
  /// A database that may be Health Connect's.
  case database(ExportFile)
  /// An archive, found in a folder.
  case archive(ExportFile)

  /// Finds the export among the files.
  ///
  /// - Parameters:
  ///   - files: The files of the archive or folder.
  ///   - name: The archive or folder, for messages.
  ///   - isFolder: Whether archives among the files count, and their paths can be given to `hsync import`.
  /// - Throws: `.notAnExport` when there is none, or more than one; the error of the only unreadable file if that may
  ///   have been the export.
  init(in files: [ExportFile], named name: String, isFolder: Bool) throws(ImportError) {
    var found = Findings()
    // Apple's XML is nearly always the largest one: with it, nothing else needs to be looked at.
    let texts = files.filter { $0.path.lowercased().hasSuffix(".xml") }.sorted { $0.bytes > $1.bytes }
    found.look(at: texts)
    if found.apple.isEmpty || isFolder {
      let others = files.filter { !$0.path.lowercased().hasSuffix(".xml") && !Self.isBesideAppleXML($0, found.apple) }
      found.look(at: others.sorted { $0.bytes > $1.bytes }.prefix(Self.mostLookedAt))
    }
    self = try found.export(among: files, named: name, isFolder: isFolder)
  }

  /// A file that can't be more than one of these; a bound for archives of a million members.
  private static let mostLookedAt = 20_000

  /// Routes, ECGs and clinical records lie below the XML's folder.
  private static func isBesideAppleXML(_ file: ExportFile, _ apple: [ExportFile]) -> Bool {
    apple.contains { file.folder.hasPrefix($0.folder) && file.folder != $0.folder }
  }
}

/// The kinds of the files found.
private struct Findings {
  private(set) var apple: [ExportFile] = []
  private var autoExport: [ExportFile] = []
  private var databases: [ExportFile] = []
  private var archives: [ExportFile] = []
  private var utf16: ExportFile?
  private var failure: ImportError?

  /// The limit of bytes of a JSON file that are scanned to detect Health Auto Export: among many files most aren't.
  private static let mostJSON: Int64 = 64 << 20

  mutating func look(at files: some Sequence<ExportFile>) {
    for file in files {
      do throws(ImportError) {
        switch try file.kind() {
        case .appleHealth: apple.append(file)
        case .autoExport: autoExport.append(file)
        case .json: if try AutoExportSigns.areIn(try file.open(), limit: Self.mostJSON) == true { autoExport.append(file) }
        case .database: databases.append(file)
        case .zip: archives.append(file)
        case .utf16: utf16 = utf16 ?? file
        case .gzip, .otherXML, .empty, .other: break
        }
      } catch {
        failure = failure ?? error
      }
    }
  }

  /// The one export.
  func export(among files: [ExportFile], named name: String, isFolder: Bool) throws(ImportError) -> FoundExport {
    // Health Auto Export writes a file a day: together they are one export.
    var candidates = apple + autoExport.prefix(1) + (isFolder ? archives : [])
    // Databases are anyone's; whether one is Health Connect's shows when it is opened. Beside another export its usual name is enough.
    candidates += candidates.isEmpty ? databases : databases.filter { $0.path.lowercased().hasSuffix("health_connect_export.db") }
    guard candidates.count <= 1 else { throw several(candidates, name, isFolder: isFolder) }
    if let xml = apple.first {
      var members = files.filter { $0.path != xml.path && $0.path.hasPrefix(xml.folder) }.map { file in
        AppleExportFiles.Member(path: "/" + file.path.dropFirst(xml.folder.count), open: file.open)
      }
      // Another export that somebody packed with it isn't read, but it is told.
      members += files.filter { !$0.path.hasPrefix(xml.folder) && $0.path.lowercased().hasSuffix(".json") }.map { file in
        AppleExportFiles.Member(path: "/../" + file.path, open: file.open)
      }
      return .apple(AppleExportFiles(name: name, xml: try xml.open(), members: members))
    }
    if !autoExport.isEmpty { return .autoExport(autoExport.sorted { $0.path < $1.path }) }
    if let database = databases.first { return .database(database) }
    if isFolder, let archive = archives.first { return .archive(archive) }
    throw none(name, isFolder: isFolder)
  }

  private func several(_ files: [ExportFile], _ name: String, isFolder: Bool) -> ImportError {
    let paths = files.map { $0.path.printable }.sorted()
    let listed = paths.prefix(3).joined(separator: ", ") + (paths.count > 3 ? ", …" : "")
    return ImportError(
      .notAnExport, "\(name) holds \(paths.count) health exports: \(listed)",
      hint: isFolder ? "name one: \(.importFile(path: "\(name)/\(paths[0])"))" : "unpack it and name one of them")
  }

  private func none(_ name: String, isFolder: Bool) -> ImportError {
    if let failure { return failure }
    if let utf16 { return .notUTF8("\(name): \(utf16.path.printable)") }
    if !archives.isEmpty { return ImportError(.notAnExport, "no health export in \(name), only another archive", hint: "unpack it first") }
    return ImportError(.notAnExport, "no health export in \(name)", hint: ImportError.knownExports)
  }
}
