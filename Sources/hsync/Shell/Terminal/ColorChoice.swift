/// The choice of when output is styled.
enum ColorChoice: String {
  /// Always, regardless of standard output and `NO_COLOR`.
  case always
  /// On a terminal that isn't `dumb`, unless `NO_COLOR` is set (no-color.org).
  case auto
  case never
}
