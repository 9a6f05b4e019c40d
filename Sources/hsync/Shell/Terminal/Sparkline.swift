/// Numbers as a row of small bars, the lowest an eighth, the highest a full block.
struct Sparkline {
  /// `▁▃█`; a blank where a number isn't known.
  let text: String

  /// - Parameter startsAtZero: whether the smallest bar is 0 rather than the smallest number: right for counts, wrong for weights.
  init(_ values: [Double?], startsAtZero: Bool = false) {
    let known = values.compactMap(\.self)
    guard let highest = known.max(), let lowest = startsAtZero ? 0 : known.min() else {
      text = String(repeating: " ", count: values.count)
      return
    }
    let bars = Array("▁▂▃▄▅▆▇█")
    text = String(
      values.map { value in
        guard let value else { return " " }
        guard highest > lowest else { return bars[startsAtZero ? 0 : 3] }
        return bars[min(7, max(0, Int(nearest: ((value - lowest) / (highest - lowest) * 7.999).rounded(.down))))]
      })
  }
}
