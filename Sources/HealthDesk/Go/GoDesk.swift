import ActivityWindow
import Forecast
import HealthModel
import HealthStore

/// Activity windows of a library: the profile, the places and the forecast of one of them. Each change is one that undo takes back.
package struct GoDesk: Sendable {
  private let library: Library
  private let records: CoastRecords
  private let clock: any WallClock

  /// The activity windows of a library.
  package init(_ library: Library, clock: any WallClock) {
    self.library = library
    records = CoastRecords(library)
    self.clock = clock
  }

  /// The settings.
  ///
  /// - Parameter name: As of `GoSetup`.
  /// - Throws: `GoError`, `StoreError`.
  package func setup(place name: String? = nil) throws -> GoSetup { try GoSetup(records.contents(), place: name) }

  /// The forecast of the place, scored.
  ///
  /// - Parameters:
  ///   - client: Asks for newer parts, as `refresh` says. One that fails leaves the others.
  ///   - name: As of `GoSetup`.
  ///   - days: The number of days from today on.
  /// - Throws: `GoError`, `StoreError`, or an error of the client that isn't about the service.
  nonisolated(nonsending) package func view(
    _ client: OpenMeteo, refresh: ForecastRefresh = .ifDue, place name: String? = nil, days: Int = ActivityPlan.shownDays
  ) async throws -> GoView {
    let setup = try setup(place: name)
    let answer = try await client.forecast(for: setup.place, refresh: refresh)
    return GoView(setup, answer: answer, nowMs: clock.nowMs, days: days)
  }

  /// The last forecast of the place, scored. Uses no network. `nil` when nothing is set up.
  package func cached(_ cache: ForecastCache) throws -> GoView? {
    let contents = try records.contents()
    if contents.isEmpty { return nil }
    let setup = try GoSetup(contents, place: nil)
    return GoView(setup, cache.forecast(for: setup.place), nowMs: clock.nowMs)
  }

  /// The finished swims and runs of today and yesterday at the place of a view, compared with the windows of their day, in their order.
  ///
  /// - Throws: `StoreError`.
  package func finished(in view: GoView) throws(StoreError) -> [GoView.Finished] {
    // The days of workouts are those of the zone that they were done in.
    try view.finished(Planner(library).workouts(from: view.today.adding(-GoView.comparedDays), through: view.today.adding(1)))
  }
}

// MARK: - The profile

extension GoDesk {
  /// Changes the profile, or sets it up if there is none.
  ///
  /// - Returns: The settings after it.
  /// - Throws: `ProfileFault`, `StoreError`.
  @discardableResult
  package func change(_ change: GoProfileChange) throws -> GoSetup {
    try records.edit("changed the activity profile", at: clock.now) { contents in
      let earlier = contents.profile.map { CoastProfile(stored: $0) }
      let profile = try change.applied(to: earlier)
      return CoastEdit(profile: .set(profile.record(over: contents.profile, place: contents.profile.flatMap(CoastProfile.placeID))))
    }
    return try setup()
  }

  /// Removes the profile and all places.
  ///
  /// - Returns: The places that were removed.
  @discardableResult
  package func removeAll() throws -> [Place] {
    let places = try setup().places
    try records.edit("deleted the activity profile", at: clock.now) { contents in
      CoastEdit(profile: .removed, removed: contents.places.map(\.id))
    }
    return places
  }
}

// MARK: - Places

extension GoDesk {
  /// Searches places by name, the most important first.
  ///
  /// - Throws: `GoError`, `ForecastError`.
  package func found(_ name: String, by client: OpenMeteo, language: String?) async throws -> [FoundPlace] {
    switch try await client.places(named: name, language: language ?? "en") {
    case .places(let places):
      guard !places.isEmpty else { throw GoError.nothingFound(name) }
      return places
    case .trouble(let trouble): throw GoError.searchTrouble(trouble, trouble.sentence(by: clock))
    }
  }

  /// Saves a place and shows it from now on. One that has its id is replaced.
  ///
  /// - Throws: `GoError`, `StoreError`.
  package func add(_ place: Place) throws {
    guard ZoneFile.rules(of: place.zone) != nil else { throw GoError.unknownZone(place.zone) }
    let saved = SavedPlace(
      id: place.id, name: place.name, latitude: place.latitude, longitude: place.longitude, zone: place.zone, createdAtMs: clock.nowMs)
    try records.edit("saved the place \(place.name)", at: clock.now) { contents in
      CoastEdit(profile: GoDesk.showing(place.id, in: contents), put: [saved])
    }
  }

  /// Shows a saved place from now on.
  ///
  /// - Throws: `GoError`, `StoreError`.
  @discardableResult
  package func use(_ name: String) throws -> Place {
    let place = try setup(place: name).place
    try records.edit("chose the place \(place.name)", at: clock.now) { contents in
      // Without a profile there are no notices.
      let empty = CoastProfile(sendsNotices: false).record(over: nil, place: place.id)
      return CoastEdit(profile: contents.profile == nil ? .set(empty) : GoDesk.showing(place.id, in: contents))
    }
    return place
  }

  /// Removes a saved place. If it was shown, the one that was saved last is shown.
  ///
  /// - Returns: The place that was removed.
  /// - Throws: `GoError`, `StoreError`.
  @discardableResult
  package func remove(_ name: String) throws -> Place {
    let places = try setup().places
    let place = try GoSetup.place(called: name, among: places)
    guard places.contains(where: { $0.id == place.id }) else { throw GoError.unknownPlace(name, known: places.map(\.id)) }
    try records.edit("removed the place \(place.name)", at: clock.now) { contents in
      let isShown = contents.profile.flatMap(CoastProfile.placeID) == place.id
      return CoastEdit(profile: isShown ? GoDesk.showing(nil, in: contents) : .kept, removed: [place.id])
    }
    return place
  }

  /// The change of the profile, if there is one, that makes a place the one that is shown.
  private static func showing(_ id: String?, in contents: CoastRecords.Contents) -> CoastEdit.Profile {
    contents.profile.map { .set(CoastProfile(stored: $0).record(over: $0, place: id)) } ?? .kept
  }
}
