import JPEGSkim

extension JPEGSkim {
  /// The picture in grey, `side` pixels (1–4) for each 8 of the full one's, rounded up; `nil` when anything is wrong with the data.
  ///
  /// - Parameter leastHalved: From how many bytes on the two halves are read at once; the picture is the same.
  func luma(side: Int, leastHalved: Int = Halves.leastBytes) -> GrayImage? {
    let (width, height) = size(side: side)
    var isWhole = false
    let image = GrayImage(width: width, height: height) { pixels in
      isWhole = read(side: side, halves: Halves(leastBytes: leastHalved, onThread: WorkerThread.start), into: pixels)
    }
    return isWhole ? image : nil
  }
}

extension BaselineJPEG {
  /// The full picture's size.
  var size: PixelSize { PixelSize(width: width, height: height) }
}
