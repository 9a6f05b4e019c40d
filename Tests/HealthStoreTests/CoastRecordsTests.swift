import HealthModel
import TestSupport
import Testing

@testable import HealthStore

/// The profile of activity windows and the saved places in a library.
@Suite struct CoastRecordsTests {
  private let store: StoreFixture
  private let records: CoastRecords
  private let noon = StoreFixture.noon

  init() throws {
    store = try StoreFixture()
    records = CoastRecords(store.library)
  }

  private func profile(_ change: (String) -> String = { $0 }) throws -> JSON {
    try JSON(parsing: change(HostileNumbersTests.records["coast_profile"]?.data ?? ""))
  }

  private func place(_ id: String, at ms: Int64 = 1) -> SavedPlace {
    SavedPlace(id: id, name: id.uppercased(), latitude: 32.08, longitude: -34.77, zone: "Asia/Jerusalem", createdAtMs: ms)
  }

  @Test func aNewLibraryHasNone() throws {
    #expect(try records.contents() == CoastRecords.Contents(profile: nil, places: []))
    #expect(try !UsedFeatures(store.library).activityWindows)
  }

  @Test func aProfileComesOutAsItWentIn() throws {
    let document = try profile { $0.replacing(#""has_dog":false"#, with: #""has_dog":true,"dog_name":"Rex","size":null"#) }
    try records.edit("set", at: noon) { _ in CoastEdit(profile: .set(document)) }
    let kept = try #require(try records.contents().profile)
    #expect(kept["thresholds"].isEquivalent(to: document["thresholds"]))
    #expect(kept["dog"]["dog_name"].string == "Rex" && kept["notification_preferences"]["enabled"].bool == true)
    #expect(try UsedFeatures(store.library).activityWindows)
    #expect(try store.text("SELECT kind, id FROM outbox") == ["coast_profile|me"])
  }

  /// Wherever a newer version adds something: it passes through a row and through an edit of another member.
  @Test func whatANewerVersionAddedSurvives() throws {
    let newer = try profile {
      $0.replacing(#""wind_bad_ms":14"#, with: #""wind_bad_ms":14,"current_bad_ms":2"#)
        .replacing(#""has_dog":false"#, with: #""has_dog":false,"cat":"Mia""#).replacing(#"{"schema""#, with: #"{"mood":["calm"],"schema""#)
        .replacing(#""swim_solo":true"#, with: #""swim_solo":true,"surf":false"#)
    }
    try records.edit("set", at: noon) { _ in CoastEdit(profile: .set(newer)) }
    let kept = try #require(try records.contents().profile)
    #expect(kept["thresholds"]["current_bad_ms"].int == 2 && kept["dog"]["cat"].string == "Mia")
    #expect(kept["mood"].text == #"["calm"]"# && kept["notification_preferences"]["mode_toggles"]["surf"].bool == false)
  }

  @Test func aProfileBeyondItsBoundsIsRefusedAsAWhole() throws {
    for (old, new) in [
      (#""uv_bad":8"#, #""uv_bad":61"#), (#""uv_bad":8"#, #""uv_bad":"8""#), (#""balanced""#, #""mad""#), ("profile_v1", "profile_v2"),
      (#""has_dog":false"#, #""has_dog":true"#), (#"["swim"]"#, #""swim""#), ("Beach Buddy", ""),
    ] {
      let wrong = try profile { $0.replacing(old, with: new) }
      #expect(throws: StoreError.self) {
        try records.edit("set", at: noon) { _ in CoastEdit(profile: .set(wrong), put: [place("haifa")]) }
      }
      #expect(try records.contents() == CoastRecords.Contents(profile: nil, places: []), "\(new)")
    }
  }

  @Test func placesKeepTheirOrderAndAreReplacedByID() throws {
    try records.edit("a", at: noon) { _ in CoastEdit(put: [place("haifa", at: 2)]) }
    try records.edit("b", at: noon) { _ in CoastEdit(put: [place("beach", at: 1)]) }
    #expect(try records.contents().places.map(\.id) == ["beach", "haifa"])
    try store.run(#"UPDATE coast_place SET extra = '{"pool":true}' WHERE id = 'haifa'"#)
    try records.edit("c", at: noon) { _ in CoastEdit(put: [place("haifa", at: 9)]) }
    #expect(try records.contents().places.map(\.createdAtMs) == [1, 2], "the time at which it was first saved stays")
    #expect(try store.text("SELECT extra FROM coast_place WHERE id = 'haifa'") == [#"{"pool":true}"#])
    try records.edit("d", at: noon) { _ in CoastEdit(removed: ["beach"]) }
    #expect(try records.contents().places.map(\.id) == ["haifa"])
    #expect(throws: StoreError.self) { try records.edit("e", at: noon) { _ in CoastEdit(put: [place("No Place")]) } }
  }

  @Test func aChangeIsUndoneAsAWhole() throws {
    let document = try profile()
    try records.edit("set up", at: noon) { _ in CoastEdit(profile: .set(document), put: [place("haifa")]) }
    try records.edit("deleted all", at: noon) { contents in CoastEdit(profile: .removed, removed: contents.places.map(\.id)) }
    #expect(try !UsedFeatures(store.library).activityWindows)
    #expect(try store.library.undo(at: noon).title == "deleted all")
    #expect(try records.contents().places.map(\.id) == ["haifa"] && records.contents().profile != nil)
    #expect(try store.library.undo(at: noon).title == "set up")
    #expect(try !UsedFeatures(store.library).activityWindows)
  }

  @Test func anEditThatThrowsWritesNothing() throws {
    #expect(throws: StoreError(code: .notFound, message: "no", hint: nil)) {
      try records.edit("x", at: noon) { _ in throw StoreError(code: .notFound, message: "no", hint: nil) }
    }
    #expect(try store.text("SELECT title FROM change") == [])
  }
}
