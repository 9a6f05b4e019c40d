import Glibc
import HealthModel

/// Opens a health export of any supported kind, detected by its contents.
package enum HealthFile {
  /// Recognises an export and opens it.
  ///
  /// Accepts a file, a folder with an unpacked export (or its parent folder), or `-` for standard input; zip archives,
  /// Apple Health's XML, Health Auto Export's JSON, Health Connect's database. Data from a pipe is streamed, except
  /// archives and databases, which are kept in `temporaryFolder` while they are read.
  /// - Parameters:
  ///   - path: The path as given by the user.
  ///   - name: The name in messages and in the list of imports; `nil` = the path.
  ///   - temporaryFolder: The folder for an archive from a pipe or an unpacked database.
  ///   - zone: The zone of times that are printed without an offset: the library's.
  ///   - stop: Ends the waiting for a pipe, here and in the reader.
  /// - Throws: `ImportError`, with a hint, when the path can't be read or doesn't contain an export.
  package static func open(
    _ path: String, named name: String? = nil, temporaryFolder: String, zone: ZoneRules = ZoneRules(fixedMin: 0),
    stop: ReadingStop = ReadingStop()
  ) throws(ImportError) -> any HealthReader {
    try Opening(path: path, name: name ?? path, temporaryFolder: temporaryFolder, zone: zone, stop: stop).reader()
  }
}

/// One call of `HealthFile.open`.
private struct Opening {
  let path: String
  let name: String
  let temporaryFolder: String
  let zone: ZoneRules
  let stop: ReadingStop

  func reader() throws(ImportError) -> any HealthReader {
    if path == "-" { return try reader(of: FileSource(descriptor: STDIN_FILENO, name: "-", stop: stop), isPipe: true) }
    var status = stat()
    guard stat(path, &status) == 0 else { throw FileSource.failure(errno, name) }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      return try reader(of: try FileSource(path: path, name: name, stop: stop), isPipe: status.st_mode & S_IFMT != S_IFREG)
    }
    let found = try FoundExport(in: try ExportFolder(path: path).files, named: name, isFolder: true)
    guard case .archive(let archive) = found else { return try reader(of: found) }
    return try Opening(
      path: "\(path)/\(archive.path)", name: "\(name)/\(archive.path)", temporaryFolder: temporaryFolder, zone: zone, stop: stop
    ).reader()
  }

  private func reader(of source: FileSource, isPipe: Bool) throws(ImportError) -> any HealthReader {
    let label = source.label
    switch ContentKind(ofHead: try source.peek()) {
    case .appleHealth: return AppleHealthReader(AppleExportFiles(name: name, xml: source), zone: zone)
    case .autoExport: return AutoExportReader(name: name, files: [try autoExportFile(source, isPipe: isPipe)], zone: zone)
    case .json:
      let file = try autoExportFile(source, isPipe: isPipe)
      guard try AutoExportSigns.areIn(file.open()) == true else { throw notAnExport(label) }
      return AutoExportReader(name: name, files: [file], zone: zone)
    case .zip: return try archiveReader(source, isPipe: isPipe)
    case .database:
      return HealthConnectReader(name: name, database: isPipe ? .packed(source) : .file(path), temporaryFolder: temporaryFolder)
    case .empty: throw ImportError(.notAnExport, "\(label) is empty", hint: ZipDirectory.again)
    case .gzip: throw ImportError(.notAnExport, "\(label) is packed with gzip", hint: "\(.importUnpacked(path: name))")
    case .utf16: throw .notUTF8(label)
    case .otherXML, .other: throw notAnExport(label)
    }
  }

  private func notAnExport(_ label: String) -> ImportError {
    ImportError(.notAnExport, "\(label) isn't a health export", hint: ImportError.knownExports)
  }

  /// JSON may have to be gone through twice.
  private func autoExportFile(_ source: FileSource, isPipe: Bool) throws(ImportError) -> ExportFile {
    let file = try isPipe ? copied(source) : RandomAccessFile(path: path, name: source.label)
    return ExportFile(path: name, bytes: file.bytes) { () throws(ImportError) in FileCursor(file) }
  }

  private func archiveReader(_ source: FileSource, isPipe: Bool) throws(ImportError) -> any HealthReader {
    let file = try isPipe ? copied(source) : RandomAccessFile(path: path, name: name)
    let archive: ZipArchive
    do throws(ImportError) {
      archive = try ZipArchive(file)
    } catch {
      guard error.code == .cutOff, let torn = try TornArchiveReader(file, name: name, zone: zone, failure: error) else { throw error }
      return torn
    }
    return try reader(of: try FoundExport(in: archive.files, named: source.label, isFolder: false))
  }

  /// Copies the data of a pipe to a file with random access: an archive is read from its end.
  private func copied(_ source: FileSource) throws(ImportError) -> RandomAccessFile {
    let copy = try TemporaryFile(in: temporaryFolder)
    copy.removeName()
    try ImportError.typed(source.label) { try copy.append(source) }
    return try copy.reopened(as: source.label)
  }

  private func reader(of found: FoundExport) throws(ImportError) -> any HealthReader {
    switch found {
    case .apple(let files): AppleHealthReader(files, zone: zone)
    case .autoExport(let files): AutoExportReader(name: name, files: files, zone: zone)
    case .database(let file): HealthConnectReader(name: name, database: .packed(try file.open()), temporaryFolder: temporaryFolder)
    case .archive: throw ImportError(.notAnExport, "no health export in \(name), only another archive", hint: "unpack it first")
    }
  }
}
