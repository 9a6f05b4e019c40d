/// The use of texts that are given for a setting that is a list.
package enum ListEdit: Sendable {
  /// They are the list.
  case replaces
  /// They come behind those that it has, or has by default, each once.
  case adds
  /// They are taken out of it.
  case removes
}
