import Foundation
import HealthModel
import HealthStore
import Settings

/// The contents of a folder that matter to a watcher, by name.
struct FolderListing {
  /// The names of the photos; links aren't followed.
  private(set) var files: [PhotoFile] = []
  /// The paths of the subfolders, without hidden ones.
  private(set) var folders: [String] = []
  /// The number of names that can't be read, because they aren't valid UTF-8.
  private(set) var oddNames = 0

  /// - Throws: kind `.noInput` when the folder isn't there, `.noPermission` when it may not be read, `.io`.
  init(of folder: String) throws(CommandError) {
    guard let stream = opendir(folder) else { throw FolderListing.failure(errno, folder) }
    defer { closedir(stream) }
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        bytes.baseAddress.flatMap { String(validatingCString: $0.assumingMemoryBound(to: CChar.self)) }
      }
      guard let name else {
        oddNames += 1
        continue
      }
      let path = folder + "/" + name
      var status = stat()
      if PhotoName.isPhoto(name), let file = PhotoFile(at: path) {
        files.append(file)
      } else if PhotoName.isFolder(name), lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
        folders.append(path)
      }
      errno = 0
    }
    guard errno == 0 else { throw FolderListing.failure(errno, folder) }
    files.sort { $0.path < $1.path }
    folders.sort()
  }

  private static func failure(_ number: Int32, _ folder: String) -> CommandError {
    switch number {
    case ENOENT: CommandError(.noInput, "no such folder: \(folder)", hint: "check the path: ls -l")
    case ENOTDIR: CommandError(.noInput, "\(folder) isn't a folder", hint: "for one photo: hsync scan \(folder.shellWord)")
    case EACCES, EPERM:
      CommandError(.noPermission, "not allowed to read \(folder)", hint: "check its permissions: ls -ld \(folder.shellWord)")
    default: CommandError(.io, "can't read \(folder): \(String(cString: strerror(number)))")
    }
  }
}
