import Glibc

/// The files of a zip archive or of a folder, for readers of other formats than health exports.
package struct FileBundle {
  /// A file of it.
  package struct File {
    private let file: ExportFile

    fileprivate init(_ file: ExportFile) { self.file = file }

    /// The unpacked size, as the directory claims it.
    package var bytes: Int64 { file.bytes }

    /// Opens it at its beginning.
    ///
    /// - Throws: `ImportError`.
    package func open() throws(ImportError) -> any ByteSource { try file.open() }
  }

  private let files: [ExportFile]

  /// Whether a path is that of a folder, or of a file that begins as a zip archive does.
  package static func isOne(at path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    if status.st_mode & S_IFMT == S_IFDIR { return true }
    guard status.st_mode & S_IFMT == S_IFREG, let file = try? RandomAccessFile(path: path, name: path) else { return false }
    return (try? file.bytes(at: 0, count: 4)).map { ContentKind(ofHead: $0) == .zip } ?? false
  }

  /// Lists the files of an archive or a folder.
  ///
  /// - Throws: `ImportError`.
  package init(at path: String) throws(ImportError) {
    var status = stat()
    let isFolder = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    files = try isFolder ? ExportFolder(path: path).files : ZipArchive(RandomAccessFile(path: path, name: path)).files
  }

  /// The file of a name, in the folder that is the least deep. `nil` when there is none.
  package func file(named name: String) -> File? {
    let found = files.filter { $0.path == name || $0.path.hasSuffix("/" + name) }
    return found.min { $0.path.utf8.count < $1.path.utf8.count }.map(File.init)
  }
}
