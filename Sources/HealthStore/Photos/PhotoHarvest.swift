import GRDB
import HealthModel

/// The result of reading a photo's barcodes: everything that is to be written together with the mark that the photo was seen.
package struct PhotoHarvest: Sendable {
  /// Meals to log.
  package var meals: [Meal] = []
  /// Numbers that couldn't be looked up, with the meals to be logged.
  package var pending: [PendingLookup] = []
  /// Numbers whose answer is known now.
  package var answered: [GTIN] = []
  /// The photo's outcome if nothing is logged, queued or already logged.
  package var otherwise: PhotoOutcome
  /// The reason, as a sentence; `nil` when there is none.
  package var reason: String?

  /// A harvest of nothing so far.
  package init(otherwise: PhotoOutcome, reason: String? = nil) {
    self.otherwise = otherwise
    self.reason = reason
  }
}

/// The part of a harvest that was written.
package struct SettledPhoto: Sendable, Equatable {
  /// The photo's outcome.
  package let outcome: PhotoOutcome
  /// The meals that were logged.
  package let logged: [Meal]
  /// Numbers that are logged already, or wait to be: photos of one package taken shortly after each other are one meal.
  package let repeated: Set<GTIN>
}

extension PhotoLedger {
  /// Photos of one product that were taken within this time are one meal: 10 min. People photograph a package from two sides, or again because
  /// the first picture is blurred, within seconds; a second helping comes later.
  package static let sameMealMs: Int64 = 600_000

  /// Logs the meals of a photo, queues lookups and marks the photo as seen, all in one transaction: even if the process
  /// is killed, or other watchers run, no photo is logged twice or marked without being logged.
  ///
  /// A meal isn't logged again if the library has one of the same product, from any source, that was eaten within
  /// `sameMealMs`.
  /// - Parameter file: The file that was read; `nil` for a photo that was sent.
  /// - Returns: `nil` when another watcher has already seen the photo; only the file's path is written then.
  /// - Throws: kind `.badData` if a value of a meal is out of range.
  package func settle(
    _ file: PhotoFile?, _ digest: PhotoDigest, _ harvest: PhotoHarvest, at now: Moment
  ) throws(StoreError) -> SettledPhoto? {
    try library.write { db in
      let seen = try PhotoLedger.outcome(of: digest, in: db)
      if let file { try PhotoLedger.note(file, digest, in: db) }
      // An open one that is scanned all the same was asked for.
      if let seen, !seen.isOpen { return nil }
      var meals: [Meal] = []
      var repeated: Set<GTIN> = []
      for meal in harvest.meals {
        if let gtin = meal.gtin,
          try meals.contains(where: { $0.gtin == gtin }) || PhotoLedger.isLogged(gtin, about: meal.eatenAt, in: db)
        {
          repeated.insert(gtin)
        } else {
          meals.append(meal)
        }
      }
      try MealLog.log(meals, at: now, in: db)
      for code in harvest.pending {
        let wishes = try code.wishes.filter { try !PhotoLedger.isLogged(code.gtin, about: $0.eatenAt, in: db) }
        if wishes.count < code.wishes.count { repeated.insert(code.gtin) }
        try PendingLookups.add(code.gtin, text: code.text, reason: code.reason, wish: wishes.first, atMs: code.atMs, in: db)
      }
      for gtin in harvest.answered { try PendingLookups.settle(gtin, in: db) }
      let outcome: PhotoOutcome =
        !meals.isEmpty ? .logged : !harvest.pending.isEmpty ? .pending : !repeated.isEmpty ? .repeated : harvest.otherwise
      try PhotoLedger.mark(digest, outcome, reason: harvest.reason, atMs: now.ms, in: db)
      return SettledPhoto(outcome: outcome, logged: meals, repeated: repeated)
    }
  }

  /// Whether a product was logged, or is to be once it is known, as eaten about then.
  private static func isLogged(_ gtin: GTIN, about moment: Moment, in db: Database) throws -> Bool {
    let (from, to) = (moment.ms - sameMealMs, moment.ms + sameMealMs)
    return try Bool.fetchOne(
      db,
      sql: """
        SELECT EXISTS (
          SELECT 1 FROM meal WHERE day BETWEEN ?1 AND ?2 AND eaten_at_ms BETWEEN ?3 AND ?4 AND CAST(gtin AS INTEGER) = ?5
        ) OR EXISTS (
          SELECT 1 FROM pending_lookup, json_each(wishes) AS wish WHERE gtin = ?5 AND wish.value ->> 'eaten_at_ms' BETWEEN ?3 AND ?4
        )
        """,
      arguments: [moment.day.adding(-1).description, moment.day.adding(1).description, from, to, gtin.number]) ?? false
  }
}
