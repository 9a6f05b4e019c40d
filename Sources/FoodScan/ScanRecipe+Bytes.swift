extension ScanRecipe {
  /// Reads a photo that is in memory. It blocks, so that the cooperative pool mustn't be used.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - name: The name in errors.
  /// - Throws: As for a photo in a file.
  package func read(_ bytes: [UInt8], named name: String) throws(ScanError) -> PhotoReading {
    let photo = try Photo(bytes: bytes, from: .file(name))
    return try makeReader().read(photo, limits: limits, isCancelled: { false })
  }
}
