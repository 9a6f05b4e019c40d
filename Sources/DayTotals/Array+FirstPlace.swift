extension Array {
  /// The place of the first element that `isBehind` holds for, `count` if there is none. It must hold for all elements after one that it
  /// holds for: looked for by halves.
  @inline(__always) func firstPlace(where isBehind: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
