/// The version of both programs.
public enum Version {
  /// As semver.org writes it: `0.1.0`.
  public static let text = "0.1.0"
}
