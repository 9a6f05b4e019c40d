/// What came of one photo.
package struct PhotoScan: Sendable {
  /// The photo.
  package let photo: PhotoSource
  /// Its barcodes, surest first, or why it could not be read. An empty list: the picture was read and has no barcode.
  package let outcome: Result<[Barcode], ScanError>
}
