import FoodScan

/// The meaning of a name in a watched folder. Sync tools write under names of their own first and rename when all is there:
/// Syncthing `.syncthing.NAME.tmp` and `~syncthing~NAME.tmp`, Nextcloud `.NAME.~1a2b` and `NAME.part`, editors `.~lock.NAME#` and `NAME~`.
enum PhotoName {
  /// Returns whether a file of that name is examined: it has a picture's extension, which excludes most temporary
  /// names, isn't hidden, and wasn't written by `scan --annotate`.
  static func isPhoto(_ name: some StringProtocol) -> Bool {
    !isPrivate(name) && PhotoFormat.isClaimed(by: name) && !Markup.isOutput(name)
  }

  /// Whether a folder of that name is looked into: not the hidden ones, in which tools keep what was deleted (`.stversions`, `.trash`) or what they need
  /// themselves (`.stfolder`), nor what a NAS fills with small copies of photos and with deleted ones (`@eaDir`, `#recycle`).
  static func isFolder(_ name: some StringProtocol) -> Bool { !isPrivate(name) && !name.hasPrefix("@") && !name.hasPrefix("#") }

  /// Whether a photo of that name has the same size whatever it shows, because its pixels aren't compressed.
  static func hasFixedSize(_ name: some StringProtocol) -> Bool {
    ["bmp", "dib", "pbm", "pgm", "ppm", "pnm", "tif", "tiff"].contains { name.lowercased().hasSuffix("." + $0) }
  }

  /// The last part of a path.
  static func last(of path: String) -> Substring { path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...] }

  private static func isPrivate(_ name: some StringProtocol) -> Bool { name.hasPrefix(".") || name.hasPrefix("~") }
}
