/// Merging of neighbouring values for a chart that has fewer places than values.
enum Neighbours {
  /// Returns how many values share a place when there are `places`; 1 if each has its own.
  static func share(of count: Int, places: Double) -> Int {
    let places = max(1, Int(places))
    return max(1, (count + places - 1) / places)
  }

  /// Returns the mean of the known values of every `share` neighbours, `nil` where none is known. NaN and infinity aren't
  /// known.
  static func means(_ values: [Double?], by share: Int) -> [Double?] {
    stride(from: 0, to: values.count, by: share).map { first in
      let known = values[first..<min(first + share, values.count)].compactMap { $0.flatMap(ValueScale.plotted) }
      return known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
    }
  }
}
