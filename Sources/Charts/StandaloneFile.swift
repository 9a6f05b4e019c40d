/// A chart as a file of its own: SVG with the colours of the companion's look for light and dark.
enum StandaloneFile {
  private static let margin = 20.0
  /// The size of a user unit in pixels where there is room.
  private static let zoom = 1.6

  /// The width and height of the file of a drawing, pixels.
  static func size(of drawing: Drawing) -> (width: Double, height: Double) {
    ((drawing.width + 2 * margin) * zoom, (drawing.height + 2 * margin) * zoom)
  }

  /// - Parameter alternative: `<title>` and `<desc>`.
  static func text(of drawing: Drawing, alternative: String) -> String {
    let (width, height) = (drawing.width + 2 * margin, drawing.height + 2 * margin)
    var page = Drawing(width: width, height: height)
    page.rect(x: 0, y: 0, width: width, height: height, "c-ground")
    page.add(drawing, x: margin, y: margin)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(coordinate(width)) \(coordinate(height))" width="\(coordinate(width * zoom))" \
      height="\(coordinate(height * zoom))" role="img">\(alternative)<style>\(style)</style>\(page.elements)</svg>

      """
  }

  /// The charts' part of `app.css`, with its colours written out: not every viewer of SVG knows custom properties.
  private static let style = """
    svg{max-width:100%;height:auto}\
    text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,Ubuntu,Cantarell,"Noto Sans",sans-serif}\
    text:not([font-size]){font-size:12px}\
    text.strong{font-weight:680}\
    .c-area{stroke:none}\
    .c-line,.c-trend,.c-axis,.c-rule{fill:none;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}\
    .c-trend{stroke-width:3}\
    .c-axis,.c-rule{stroke-width:1}\
    .c-rule{stroke-dasharray:4 4}\
    .c-rest,.c-part,.c-protein,.c-carbs,.c-fat,.c-unknown{fill:none;stroke-width:14}\
    \(light.rules)\
    @media(prefers-color-scheme:dark){\(dark.rules)}
    """

  /// Colours by their names in `app.css`.
  private struct Palette {
    let card, ink, soft, line, edge, sunk, band, bar, now, rest, protein, carbs, fat: String
    /// From `c-heat-1` to `c-heat-4`.
    let heat: [String]

    /// The rules of CSS with its colours.
    var rules: String {
      let steps = heat.enumerated().map { ".c-heat-\($0 + 1){fill:\($1)}" }.joined()
      return """
        svg{background:\(card)}.c-ground{fill:\(card)}text{fill:\(soft)}text.strong{fill:\(ink)}.c-bar{fill:\(bar)}.c-now,.c-dot{fill:\(now)}\
        .c-band,.c-area{fill:\(band)}.c-line{stroke:\(bar)}.c-trend,.c-part{stroke:\(now)}.c-axis{stroke:\(line)}.c-rule{stroke:\(edge)}\
        .c-rest{stroke:\(rest)}.c-protein{stroke:\(protein)}.c-carbs{stroke:\(carbs)}.c-fat{stroke:\(fat)}.c-unknown{stroke:\(edge)}.c-heat-0{fill:\(sunk)}\(steps)
        """
    }
  }

  private static let light = Palette(
    card: "#fffdf9", ink: "#1d1c19", soft: "#5a554a", line: "#ddd7ca", edge: "#857e6f", sunk: "#eeebe3", band: "#dcefe6", bar: "#9cc7b4",
    now: "#0b6b4f", rest: "#e3ded2", protein: "#2f7d33", carbs: "#a86400", fat: "#c4362f",
    heat: ["#d5e8de", "#9cc7b4", "#4d9778", "#0b6b4f"])

  private static let dark = Palette(
    card: "#1b1e1a", ink: "#f2f0ea", soft: "#b8b5aa", line: "#343932", edge: "#8b9187", sunk: "#262a25", band: "#173a2d", bar: "#3f6f5c",
    now: "#6fd3ab", rest: "#2f352e", protein: "#7fce82", carbs: "#ffb74d", fat: "#ff8a80",
    heat: ["#1f3a30", "#2f5d4b", "#4c9a7d", "#6fd3ab"])
}
