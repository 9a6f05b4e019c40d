/// A number as SVG has it: with at most one decimal, which is a tenth of a pixel.
///
/// `coordinate(12.34)` is `12.3`, `coordinate(-0.04)` is `0`. Numbers beyond ±1,000,000 are cut there; NaN is 0.
func coordinate(_ value: Double) -> String {
  guard !value.isNaN else { return "0" }
  let tenths = Int((min(max(value, -1e6), 1e6) * 10).rounded())
  let whole = tenths.magnitude / 10, rest = tenths.magnitude % 10
  return (tenths < 0 ? "-" : "") + "\(whole)" + (rest == 0 ? "" : ".\(rest)")
}
