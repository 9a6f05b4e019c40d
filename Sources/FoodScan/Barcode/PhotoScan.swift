/// The result of scanning one photo.
package struct PhotoScan: Sendable {
  /// The photo.
  package let photo: PhotoSource
  /// The reading of the photo, or the error.
  package let outcome: Result<PhotoReading, ScanError>
  /// The encoded photo with what was read drawn into it, or why it can't be drawn; `nil` where none was asked for or nothing was read.
  package var markup: Result<[UInt8], ScanError>?
}
