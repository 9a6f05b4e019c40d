/// What came of one photo.
package struct PhotoScan: Sendable {
  /// The photo.
  package let photo: PhotoSource
  /// What was read in it, or why it could not be read.
  package let outcome: Result<PhotoReading, ScanError>
}
