/// One thing of a list of photos.
package enum PhotoEntry: Sendable, Equatable {
  /// A photo that somebody named: whatever is wrong with it is told.
  case named(PhotoSource)
  /// A file in a folder that somebody named: it may be no photo at all.
  case found(PhotoSource)
  /// Something that stands for no photo, under the name that it was given as.
  case failure(PhotoSource, ScanError)
  /// Something in a folder that can't be a photo: a pipe, a device.
  case leftOut
}

/// What was in the folders and wasn't scanned.
package struct LeftOut: Sendable, Equatable {
  /// Files that are no pictures.
  package var others = 0
  /// Pictures of formats that aren't read, such as cameras' raw photos.
  package var unsupported = 0

  /// Nothing yet.
  package init() {}
}
