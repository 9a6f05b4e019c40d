import Charts
import HealthDesk
import HealthModel
import Settings

/// A figure of days, weeks or months, as it is drawn.
struct FigureChart {
  /// The kind of figure, which decides the form of its chart.
  enum Kind {
    /// Steps, workouts, kcal.
    case count
    /// Minutes, shown as hours where there are many.
    case minutes
    /// Metres, shown in the user's unit.
    case distance
    /// Something that isn't near zero, in the unit of that name.
    case rate(String)
    /// Kilograms, shown in the user's unit.
    case weight
  }

  let title: String
  let kind: Kind
  let axis: ChartDays
  /// One for each place of the axis, in the unit of `kind`; `nil` = not known.
  let values: [Double?]
  /// Its bar stands out.
  let today: Day

  /// Bars for what is summed up, else a line.
  var chart: any Chart {
    switch kind {
    case .count: return bars(in: 1, format: FigureChart.whole, axisFormat: nil)
    case .minutes:
      // Three ticks of whole hours need two of them.
      guard (values.compactMap(\.self).max() ?? 0) >= 120 else { return bars(in: 1, format: Quantity.minutes, axisFormat: nil) }
      return bars(in: 60, format: { Quantity.minutes($0 * 60) }, axisFormat: { "\(FigureChart.short($0)) h" })
    case .distance:
      let unit = ShownUnits.chosen.distance
      return bars(in: unit.metres, leastStep: 0, format: { Quantity.distance($0 * unit.metres) }) {
        "\(FigureChart.short($0)) \(unit.rawValue)"
      }
    case .rate(let unit): return line(in: 1, leastStep: 1, format: { "\(FigureChart.whole($0)) \(unit)" }, axisFormat: FigureChart.whole)
    case .weight:
      let unit = ShownUnits.chosen.weight
      return line(in: unit.kilograms, leastStep: 0.1, format: { Quantity.weight($0 * unit.kilograms) }, axisFormat: FigureChart.short)
    }
  }

  /// Returns the texts of charts over these days.
  ///
  /// - Parameter noun: `day`.
  static func words(_ noun: String, empty: String = "no data") -> ChartWords {
    ChartWords(empty: empty, missing: "no data", merged: { "each is the mean of \(Quantity.count($0, noun))" })
  }

  /// `8,214`.
  @Sendable static func whole(_ value: Double) -> String { Quantity.grouped(Int(nearest: value)) }

  /// `72`, `72.5`.
  @Sendable static func short(_ value: Double) -> String { JSON((value * 10).rounded() / 10).text }

  private func bars(
    in unit: Double, leastStep: Double = 1, format: @escaping @Sendable (Double) -> String, axisFormat: (@Sendable (Double) -> String)?
  ) -> BarChart {
    BarChart(
      title: title, categories: axis.categories, series: [.init(title, values.map { $0.map { $0 / unit } })],
      highlighted: axis.place(of: today), words: FigureChart.words(axis.noun), leastStep: leastStep, size: .file, axisFormat: axisFormat,
      format: format)
  }

  private func line(
    in unit: Double, leastStep: Double, format: @escaping @Sendable (Double) -> String, axisFormat: @escaping @Sendable (Double) -> String
  ) -> LineChart {
    LineChart(
      title: title, categories: axis.categories, points: values.map { $0.map { $0 / unit } }, pointsName: title,
      words: FigureChart.words(axis.noun), leastStep: leastStep, size: .file, axisFormat: axisFormat, format: format)
  }
}

extension ChartSheet {
  /// A picture that says that there is nothing to draw.
  init(title: String, empty: String) {
    let words = FigureChart.words("day", empty: empty)
    self.init(title: title, charts: [BarChart(title: "", categories: [], series: [], words: words, size: .file) { FigureChart.whole($0) }])
  }
}
