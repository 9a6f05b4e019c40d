import Glibc
import QRSymbols
import Settings

/// A link as a QR code on the terminal, for a phone's camera.
struct LinkPicture {
  /// Its lines, each with its end.
  let text: String

  /// `nil` where there is no place for it: standard output isn't a terminal, or one that is too narrow, is `dumb` or has no block characters.
  init?(of link: String, paths: Paths = Paths()) {
    guard let columns = LinkPicture.columns, paths.value("TERM") != "dumb", LinkPicture.hasBlocks(paths),
      let symbol = QRSymbol(link), HalfBlocks.width(of: symbol) <= columns
    else { return nil }
    let lines = HalfBlocks.lines(of: symbol, hasColor: paths.value("NO_COLOR") == nil)
    text = lines.map { $0 + "\n" }.joined()
  }

  /// Of the terminal on standard output, 80 when it doesn't say; `nil` = that is none.
  private static var columns: Int? {
    guard isatty(STDOUT_FILENO) == 1 else { return nil }
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Whether the locale's characters are those of Unicode. The first variable that is set counts, as in setlocale(3).
  private static func hasBlocks(_ paths: Paths) -> Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(paths.value).first?.lowercased() ?? ""
    return locale.hasSuffix("utf-8") || locale.hasSuffix("utf8")
  }
}
