import HealthModel

/// A correlation whose element is being read: a meal or a blood pressure, with its samples nested inside it (they are
/// repeated outside).
struct AppleCorrelation {
  /// `food`, `blood_pressure`.
  private var kind = ""
  /// Metadata that its samples get.
  private var details: [ImportedWorkout.Detail] = []
  /// The positions of its samples in the batch.
  private var samples: [Int] = []
  private var hasSamples = false

  /// A meal has some 40 samples; with more than this, those that were read are settled before the rest.
  static let most = 4096

  /// So many kinds of metadata are kept.
  private static let mostDetails = 20

  /// Whether none of its samples in the batch waits for details.
  var isSettled: Bool { samples.isEmpty }

  /// Reads a Correlation's start tag.
  init(_ tag: borrowing XMLScanner, _ records: inout AppleRecords) {
    kind = SampleType.name(ofApple: records.text.string(tag.value(of: "type")))
  }

  /// Reads a MetadataEntry tag.
  mutating func addMetadata(_ tag: borrowing XMLScanner, _ records: inout AppleRecords) {
    guard let detail = records.correlationMetadata(tag) else { return }
    if details.count < Self.mostDetails {
      details.append(detail)
    } else {
      records.otherMetadata()
    }
  }

  /// The last sample of the batch is one of its.
  mutating func addLastSample(_ records: inout AppleRecords) {
    hasSamples = true
    if samples.count >= Self.most { settle(&records) }
    samples.append(records.batch.samples.count - 1)
  }

  /// Gives its samples their details; the batch may be taken afterwards.
  mutating func settle(_ records: inout AppleRecords) {
    for index in samples {
      let sample = records.batch.samples[index]
      records.batch.details.append(SampleDetail(sample: sample, key: "correlation", text: kind))
      for detail in details { records.batch.details.append(SampleDetail(sample: sample, key: detail.key, text: detail.text)) }
    }
    samples = []
  }

  /// Its end.
  mutating func end(_ records: inout AppleRecords) {
    settle(&records)
    if !hasSamples { records.report.remark("correlations without samples") }
  }
}
