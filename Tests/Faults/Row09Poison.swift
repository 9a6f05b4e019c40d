import Foundation
import Synchronization
import TestSupport
import Testing

@Suite struct Row09Poison {
  /// A backend that refuses a batch as a whole and doesn't say which of its 1,000 records it means.
  @Test func onePoisonedRecordIsFoundByHalving() async throws {
    try await FaultRow(9, "400 for a whole batch of 1,000 with one poisoned record").holds {
      // The first, the last, around the middle, and some at random.
      var places = [1, 1000, 500, 501]
      var random = SeededGenerator(seed: 9)
      for _ in 0..<FaultScale.count(full: 12, short: 0) { places.append(Int.random(in: 1...1000, using: &random)) }
      let most = 2 + 2 * log2(1000.0)
      var counts: [Int] = []
      for (index, place) in places.enumerated() {
        counts.append(try find(place, status: index % 2 == 0 ? 400 : 422))
        try #require(Double(counts[index]) <= most, "record \(place): \(counts[index]) requests")
      }
      return
        "\(places.count) places: \(counts.min() ?? 0)–\(counts.max() ?? 0) pushes of at most \(Int(most)); 999 accepted, 1 in quarantine with its reason"
    }
  }

  /// Returns the number of pushes it took to isolate the rejected record at `place`.
  private func find(_ place: Int, status: Int) throws -> Int {
    let backend = try RunningBackend()
    let poison = "m\(place)"
    let proxy = try FaultProxy(to: backend.url) { exchange in
      exchange.isPush && exchange.request.pushedIDs.contains(poison)
        ? .text(#"{"code":"range","message":"energy_kcal is -5"}"#, status: status) : exchange.pass().reply
    }
    let person = try Household()
    try person.logIn(url: proxy.url, token: backend.addUser("ana"))
    try person.sync()
    try person.addMeals(1000)
    // Batches have grown as far as they do.
    try person.execute("UPDATE backend SET state = json_set(state, '$.batch.bytes', 1 << 20)")
    let outcome = try person.sync(ends: 65)
    try #require(outcome.err.contains("rejected meal \(poison): energy_kcal is -5"), "\(outcome.err)")
    try #require(try person.value("SELECT kind, id, code, message FROM quarantine") == "meal|\(poison)|range|energy_kcal is -5")
    try #require(try person.waiting() == "0|0|1")
    try #require(proxy.pushes.first?.pushedIDs.count == 1000)
    try #require(try Agreement.require(backend, [person.library]) == 999)
    return proxy.pushes.count
  }
}
