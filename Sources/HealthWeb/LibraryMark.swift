import HealthStore

/// The name of a library for the scripts of its pages: random, created once and stored in it, so that it reveals nothing and stays the same after a new pairing.
enum LibraryMark {
  /// The mark of a library.
  static func of(_ library: Library) throws -> String {
    try Notebook(library).update("web-mark") { mark in
      let mark = mark ?? RandomBytes.text(8)
      return (mark, mark)
    }
  }
}
