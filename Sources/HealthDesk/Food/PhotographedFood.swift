import HealthModel
import HealthStore
import Products

/// The products in one photo of a watched folder, or one that was sent: looked up one by one, then written in one transaction with the mark that the photo was
/// seen.
package struct PhotographedFood {
  /// The action for the products found.
  package enum Purpose: Sendable, Equatable {
    /// The products are only shown.
    case show
    /// The meals would be logged if the photo weren't too old.
    case leaveOld
    /// A meal of each is logged.
    case log(MealWish)
  }

  private let finder: FoodFinder
  private let purpose: Purpose
  private var harvest: PhotoHarvest

  /// - Parameter otherwise: The photo's outcome if it shows no product: `.noBarcode` or `.unreadable`.
  package init(_ finder: FoodFinder, _ purpose: Purpose, otherwise: PhotoOutcome) {
    self.finder = finder
    self.purpose = purpose
    harvest = PhotoHarvest(otherwise: otherwise)
  }

  /// Looks up a number that was read in the photo. Nothing is written before `settle`.
  ///
  /// - Throws: The error of a source that can't be used at all.
  package mutating func find(_ gtin: GTIN, text: String) async throws -> FoodFinding {
    let wish: MealWish? = if case .log(let wish) = purpose { wish } else { nil }
    var finding = try await finder.finding(of: gtin, text: text, isForMeal: purpose != .show, willBeLogged: wish != nil)
    if finding.decision.isFinal { harvest.answered.append(gtin) }
    switch finding.decision {
    case .known(let product):
      guard let wish else {
        harvest.settle(for: purpose == .show ? .shown : .old)
        break
      }
      do throws(FoodError) {
        harvest.meals.append(try Meal(wish, of: product, now: finder.clock.now))
      } catch {
        finding.failure = error
        harvest.settle(for: .refused)
      }
    case .onlyRead: harvest.settle(for: .shown)
    case .unknown: harvest.settle(for: .unknownProduct)
    case .pending(let trouble):
      harvest.pending.append(
        PendingLookup(
          gtin: gtin, text: text, reason: trouble.sentence(by: finder.clock), atMs: finder.clock.nowMs, wishes: wish.map { [$0] } ?? []))
      harvest.settle(for: .pending)
    }
    return finding
  }

  /// Logs the meals, queues lookups and marks the photo as seen, in one transaction.
  ///
  /// - Parameters:
  ///   - file: The file that was read; `nil` for a photo that was sent.
  ///   - reason: The reason why the photo gave no meal, a sentence; `nil` when there is none.
  /// - Returns: `nil` when another process settled a photo with these bytes meanwhile.
  /// - Throws: kind `.badData` if a value of a meal is out of range.
  package mutating func settle(
    _ file: PhotoFile?, _ digest: PhotoDigest, reason: String?, in ledger: PhotoLedger
  ) throws(StoreError) -> SettledPhoto? {
    harvest.reason = reason
    return try ledger.settle(file, digest, harvest, at: finder.clock.now)
  }
}

extension PhotoHarvest {
  /// Keeps the better of two outcomes: the earlier case.
  fileprivate mutating func settle(for outcome: PhotoOutcome) {
    otherwise = PhotoOutcome.allCases.first { $0 == outcome || $0 == otherwise } ?? outcome
  }
}
