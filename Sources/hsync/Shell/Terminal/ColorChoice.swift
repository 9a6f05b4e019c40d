/// When texts are styled.
enum ColorChoice: String {
  /// Whatever standard output is, and whatever `NO_COLOR` says.
  case always
  /// On a terminal that isn't `dumb`, unless `NO_COLOR` is set (no-color.org).
  case auto
  case never
}
