/// One thing of a list of photos.
package enum PhotoEntry: Sendable, Equatable {
  /// A photo named by the user: all errors about it are reported.
  case named(PhotoSource)
  /// A file in a folder named by the user: it may not be a photo at all.
  case found(PhotoSource)
  /// An entry that isn't a photo, with the name that was given.
  case failure(PhotoSource, ScanError)
  /// Something that isn't scanned: in a folder a pipe or a device, and what `Markup` wrote.
  case leftOut(LeftOut)
}

/// Files in folders, or matching a pattern, that weren't scanned.
package struct LeftOut: Sendable, Equatable {
  /// Files that aren't pictures.
  package var others = 0
  /// Pictures of formats that aren't read, such as cameras' raw photos.
  package var unsupported = 0
  /// Pictures that `Markup` wrote: they show photos that are scanned themselves.
  package var annotated = 0

  /// Nothing yet, or so many.
  package init(others: Int = 0, unsupported: Int = 0, annotated: Int = 0) {
    (self.others, self.unsupported, self.annotated) = (others, unsupported, annotated)
  }

  /// All of them.
  package var count: Int { others + unsupported + annotated }

  /// Adds what else was left out.
  static func += (sum: inout LeftOut, more: LeftOut) {
    sum.others += more.others
    sum.unsupported += more.unsupported
    sum.annotated += more.annotated
  }
}
