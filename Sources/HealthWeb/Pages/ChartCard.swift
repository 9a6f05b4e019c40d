import Charts

/// A chart in a card, with its values in a table that can be unfolded.
struct ChartCard: Sendable {
  let chart: any Chart
  /// The text below the title; `nil` = none.
  var about: String?

  var html: HTML {
    let rows = chart.table.map { row -> HTML in "<tr><th>\(row.label)</th><td class=\"end\">\(row.text)</td></tr>" }
    let about: HTML? = about.map { "<p class=\"small soft\">\($0)</p>" }
    return """
      <section class="card tight"><h2 class="title">\(chart.title)</h2>\(about)\(HTML(svg: chart))<details><summary>As a table</summary>\
      <div class="table" tabindex="0" role="region" aria-label="\(chart.title)"><table><thead><tr><th>Day</th><th class="end">\(chart.title)</th>\
      </tr></thead><tbody>\(rows)</tbody></table></div></details></section>
      """
  }
}

extension HTML {
  /// Returns a chart as a part of a page. The chart escapes its own text.
  init(svg chart: any Chart) { self.init(stringLiteral: chart.svg(.page)) }
}
