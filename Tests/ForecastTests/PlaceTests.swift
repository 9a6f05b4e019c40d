import HealthModel
import Testing

@testable import Forecast

@Suite struct PlaceTests {
  @Test func theDefaultIsTheCoastOfTelAviv() throws {
    let place = Place.standard
    #expect(
      place.json.text == #"{"id":"tel_aviv_coast","name":"Tel Aviv Coast","latitude":32.08,"longitude":34.77,"zone":"Asia/Jerusalem"}"#)
    #expect(try Place(json: place.json) == place)
  }

  @Test(
    arguments: [
      ("", "A", 0, 0, "UTC"), ("A", "A", 0, 0, "UTC"), ("../x", "A", 0, 0, "UTC"), ("a.b", "A", 0, 0, "UTC"),
      (String(repeating: "a", count: 65), "A", 0, 0, "UTC"), ("a", "", 0, 0, "UTC"), ("a", " \u{1B}", 0, 0, "UTC"),
      ("a", "A", 90.1, 0, "UTC"), ("a", "A", 0, -180.1, "UTC"), ("a", "A", .nan, 0, "UTC"), ("a", "A", 0, .infinity, "UTC"),
      ("a", "A", 0, 0, ""), ("a", "A", 0, 0, "/etc/passwd"), ("a", "A", 0, 0, "../../etc"), ("a", "A", 0, 0, "Asia//X"),
      ("a", "A", 0, 0, "Asia/"),
      ("a", "A", 0, 0, "A b"),
    ] as [(String, String, Double, Double, String)])
  func valuesBeyondTheirBoundsAreFaults(id: String, name: String, latitude: Double, longitude: Double, zone: String) {
    let error = #expect(throws: ForecastError.self) {
      try Place(id: id, name: name, latitude: latitude, longitude: longitude, zone: zone)
    }
    #expect(error?.code == .badPlace)
  }

  @Test(arguments: ["America/Argentina/Buenos_Aires", "Etc/GMT+3", "UTC", "America/Port-au-Prince"]) func zonesHaveTheirNames(zone: String)
    throws
  {
    #expect(try Place(id: "a-1_b", name: "A", latitude: -90, longitude: 180, zone: zone).zone == zone)
  }

  @Test(arguments: [
    ("Haifa", "haifa"), ("Tel Aviv–Yafo", "tel_aviv_yafo"), ("  St. Ives ", "st_ives"), ("תל אביב", "place"), ("", "place"),
    (String(repeating: "ab ", count: 50), String(String(repeating: "ab_", count: 50).prefix(64))),
  ]) func idsAreMadeOfNames(name: String, id: String) { #expect(Place.id(of: name) == id) }

  @Test(arguments: [
    (32.08, "32.08"), (-33.86785, "-33.868"), (0, "0"), (-0.0001, "0"), (34.0, "34"), (151.20732, "151.207"),
  ]) func coordinatesAreSentWithThreeDecimals(degrees: Double, text: String) { #expect(OpenMeteoRequests.coordinate(degrees) == text) }

  @Test func documentsOfPlacesAreChecked() {
    for text in ["{}", "[]", #"{"id":"a","name":"A","latitude":"1","longitude":2,"zone":"UTC"}"#] {
      #expect(throws: ForecastError.self) { try Place(json: try JSON(parsing: text)) }
    }
  }
}
