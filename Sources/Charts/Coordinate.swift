/// Formats a number for SVG with at most one decimal, a tenth of a pixel.
///
/// `coordinate(12.34)` is `12.3`, `coordinate(-0.04)` is `0`. Numbers are clamped to ±1,000,000; NaN is 0.
func coordinate(_ value: Double) -> String {
  guard !value.isNaN else { return "0" }
  let tenths = Int((min(max(value, -1e6), 1e6) * 10).rounded())
  let whole = tenths.magnitude / 10, rest = tenths.magnitude % 10
  return (tenths < 0 ? "-" : "") + "\(whole)" + (rest == 0 ? "" : ".\(rest)")
}
