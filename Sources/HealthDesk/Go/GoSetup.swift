import ActivityWindow
import Forecast
import HealthModel
import HealthStore

/// The user's settings for activity windows, with the place that is shown.
package struct GoSetup: Sendable {
  /// The profile; the default one if there is none.
  package let profile: CoastProfile
  /// Whether the user has a profile.
  package let hasProfile: Bool
  /// The saved places, the one that was saved first first.
  package let places: [Place]
  /// The place that is shown.
  package let place: Place

  /// The settings in a library's records.
  ///
  /// - Parameter name: The id or the name of the place to show; `nil` = the one that the user chose, else the one that was saved last, else
  ///   the default.
  /// - Throws: `unknownPlace`.
  package init(_ contents: CoastRecords.Contents, place name: String? = nil) throws(GoError) {
    profile = contents.profile.map { CoastProfile(stored: $0) } ?? CoastProfile()
    hasProfile = contents.profile != nil
    // A newer version may keep places that this one can't make forecasts for.
    places = contents.places.compactMap {
      try? Place(id: $0.id, name: $0.name, latitude: $0.latitude, longitude: $0.longitude, zone: $0.zone)
    }
    let usual = contents.profile.flatMap(CoastProfile.placeID)
    if let name {
      place = try GoSetup.place(called: name, among: places)
    } else {
      place = (places + [.standard]).first { $0.id == usual } ?? places.last ?? .standard
    }
  }

  /// Whether the user set anything up.
  package var isSetUp: Bool { hasProfile || !places.isEmpty }

  /// The saved or default place of an id, or of a name in any case.
  ///
  /// - Throws: `unknownPlace`.
  static func place(called name: String, among places: [Place]) throws(GoError) -> Place {
    let all = places + (places.contains { $0.id == Place.standard.id } ? [] : [.standard])
    let small = name.lowercased()
    if let place = all.first(where: { $0.id == small }) ?? all.first(where: { $0.name.lowercased() == small }) { return place }
    throw .unknownPlace(name, known: all.map(\.id))
  }
}
