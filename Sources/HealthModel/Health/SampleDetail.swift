/// Something more that is known of a sample, kept by a short list of keys.
public struct SampleDetail: Sendable, Hashable {
  /// The sample it belongs to.
  public let sample: Sample
  /// `HKFoodType`, `correlation`, …
  public let key: String
  public let text: String

  public init(sample: Sample, key: String, text: String) {
    self.sample = sample
    self.key = key
    self.text = text
  }
}
