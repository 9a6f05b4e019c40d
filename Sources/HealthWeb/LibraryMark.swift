import HealthStore

/// The name of a library for the scripts of its pages: random, made once and kept in it, so that it says nothing and outlives new pairings.
enum LibraryMark {
  /// The mark of a library.
  static func of(_ library: Library) throws -> String {
    try Notebook(library).update("web-mark") { mark in
      let mark = mark ?? RandomBytes.text(8)
      return (mark, mark)
    }
  }
}
