import Files
import Glibc
import HealthModel

/// The last good forecasts, a JSON file per place in one folder: `tel_aviv_coast.json`, mode 0600.
///
/// Files are replaced as a whole. Two programs that refresh the same place at once keep the newer answer of each part. A file that can't be
/// read, is of a newer version or about other coordinates counts as none.
package struct ForecastCache: Sendable {
  /// The folder.
  package let folder: String

  /// The most bytes of a file that are read. One of seven days has some 30 kB.
  static let mostBytes = 2 << 20

  /// A cache in a folder, which is made (0700) with those above it when something is first kept.
  package init(folder: String) { self.folder = folder }

  /// The path of a place's file.
  package func path(of place: Place) -> String { folder + "/" + place.id + ".json" }

  /// The last good forecast of a place. `nil` when there is none.
  package func forecast(for place: Place) -> PlaceForecast? {
    guard let bytes = ForecastCache.read(path(of: place)),
      let json = try? JSON(parsing: bytes, by: JSON.ReadingRules(maxValues: 200_000))
    else { return nil }
    return PlaceForecast(cached: json, place: place)
  }

  /// Keeps a forecast, with the parts of another program's where they are newer. Returns what was kept.
  ///
  /// - Throws: `.cache`.
  func keep(_ forecast: PlaceForecast) throws(ForecastError) -> PlaceForecast {
    try ForecastCache.makeFolder(folder)
    let lock = open(folder + "/lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard lock >= 0 else { throw ForecastCache.failure(errno, "can't write to \(folder)") }
    defer { close(lock) }
    guard takeLock(of: lock, LOCK_EX) else { throw ForecastCache.failure(errno, "can't lock \(folder)") }
    let merged = forecast.merged(with: self.forecast(for: forecast.place))
    try ForecastCache.replace(path(of: forecast.place), with: merged.cacheJSON.utf8)
    return merged
  }

  /// Removes a place's forecast. Nothing happens if there is none.
  ///
  /// - Throws: `.cache`.
  package func remove(_ place: Place) throws(ForecastError) {
    guard unlink(path(of: place)) == 0 || errno == ENOENT else { throw ForecastCache.failure(errno, "can't remove \(path(of: place))") }
  }

  /// Makes a folder with those above it, unless it is there.
  private static func makeFolder(_ folder: String) throws(ForecastError) {
    guard mkdir(folder, 0o700) != 0, errno != EEXIST else { return }
    guard errno == ENOENT, let slash = folder.lastIndex(of: "/"), slash != folder.startIndex else {
      throw failure(errno, "can't make \(folder)")
    }
    try makeFolder(String(folder[..<slash]))
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw failure(errno, "can't make \(folder)") }
  }

  /// The bytes of a regular file. `nil` when it can't be read or is too large.
  private static func read(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, (0...Int64(mostBytes)).contains(Int64(status.st_size)) else {
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var count = 0
    while count < bytes.count {
      let read = bytes.withUnsafeMutableBytes { readPart(of: descriptor, into: UnsafeMutableRawBufferPointer(rebasing: $0[count...])) }
      if read <= 0 { return nil }
      count += read
    }
    return bytes
  }

  /// Writes a file under a temporary name, flushes it and renames it: other programs see the old file or the whole new one.
  private static func replace(_ path: String, with bytes: [UInt8]) throws(ForecastError) {
    let temporary = path + ".new"
    unlink(temporary)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw failure(errno, "can't create \(path)") }
    let isWritten = writeWhole(bytes, to: descriptor) && fsync(descriptor) == 0
    let number = errno
    close(descriptor)
    guard isWritten else {
      unlink(temporary)
      throw failure(number, "can't write \(path)")
    }
    guard rename(temporary, path) == 0 else {
      let number = errno
      unlink(temporary)
      throw failure(number, "can't create \(path)")
    }
  }

  private static func failure(_ number: Int32, _ what: String) -> ForecastError {
    let isFull = number == ENOSPC || number == EDQUOT
    return ForecastError(
      code: .cache, message: "\(what): \(isFull ? "the disk is full" : String(cString: strerror(number)))",
      hint: isFull ? "free some space, then try again" : "check the permissions of the folder",
      kind: number == EACCES || number == EPERM || number == EROFS ? .noPermission : .io)
  }
}
