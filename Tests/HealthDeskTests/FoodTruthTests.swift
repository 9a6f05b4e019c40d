import FoodCatalog
import Foundation
import HealthDesk
import HealthModel
import TestSupport
import Testing

/// A generated dump whose wrong values are known, from the generator beside the project; skipped when it isn't there.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: generator))) struct FoodTruthTests {
  /// The doubt that each fault of an energy must have. Other faults can be too small to be seen: milligrams given as grams, say, of food without salt.
  private static let kinds: [String: Doubt] = [
    "kj_as_kcal": .energyKjAsKcal, "kcal_as_kj": .energyKcalAsKj, "x100": .energyTimes100,
  ]

  @Test func faultsAreFlaggedAndEnergiesRepaired() async throws {
    let folder = try TemporaryFolder()
    let made = try Program("/usr/bin/python3", home: folder).run(
      generator, "30000", folder.file("dump.tsv"), "--truth", folder.file("truth.tsv"), "--truth-every", "20", "--slim", "--jobs", "1")
    try #require(made.status == 0, "\(made.err)")
    let catalogue = FoodCatalog(path: folder.file("foods.db"))
    _ = try CatalogueImport(catalogue.path, nowMs: 0).run(folder.file("dump.tsv"))
    var (clean, falseFlags, faults, missed, wrong) = (0, [String](), 0, [String](), [String]())
    for line in String(decoding: try ProjectFiles.bytes(folder.file("truth.tsv")), as: UTF8.self).split(separator: "\n").dropFirst() {
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard let gtin = GTIN(digits: cells[1]),
        case .found(let product) = try await CatalogueSource(catalogue).answer(for: gtin), product.per100g != nil
      else { continue }
      let kinds = cells[13].split(separator: ",").compactMap { Self.kinds[String($0)] }
      let flagged = product.doubts.filter(Self.kinds.values.contains)
      if kinds.isEmpty {
        clean += 1
        if !flagged.isEmpty { falseFlags.append("\(cells[0]) \(cells[13]) \(flagged.map(\.rawValue))") }
      }
      // An energy of nothing is the same in both units.
      for kind in kinds where (Double(cells[10]) ?? 0) > 0 {
        faults += 1
        if !flagged.contains(kind) { missed.append("\(cells[0]) \(kind.rawValue) \(cells[5...10])") }
        let kcal = product.per100g?.energyKcal ?? 0
        if let truth = Double(cells[10]), abs(kcal - truth) > max(0.02 * truth, 0.5) { wrong.append("\(cells[0]) \(kcal) for \(truth)") }
      }
    }
    #expect(clean > 500 && faults > 50, "\(clean) \(faults)")
    #expect(Double(falseFlags.count) <= 0.005 * Double(clean), "\(falseFlags)")
    #expect(missed.isEmpty, "\(missed.count) of \(faults): \(missed)")
    #expect(Double(wrong.count) <= 0.02 * Double(faults), "\(wrong.count) of \(faults): \(wrong)")
  }
}

private let generator = ProjectFiles.root + "/../shared/tools/make_off_dump.py"
