import ArgumentParser
import Forecast
import HealthDesk
import HealthModel
import HealthStore
import Settings
import Transport

/// `hsync go place add`.
struct GoPlaceAddCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Save a place and show it from now on.",
    discussion: "Without coordinates the name is looked up; of several places with the name the most important one is taken.")

  @Argument(help: ArgumentHelp("The name, for example Haifa.", valueName: "name"))
  var name: [String]

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Degrees north, -90 to 90.", valueName: "degrees"),
    transform: { try TypedNumber(degrees: $0) })
  var lat: TypedNumber?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Degrees east, -180 to 180.", valueName: "degrees"),
    transform: { try TypedNumber(degrees: $0) })
  var lon: TypedNumber?

  @Option(help: ArgumentHelp("The time zone there, for example Asia/Jerusalem (default: yours).", valueName: "zone"))
  var zone: String?

  @Flag(help: "Print the place as one JSON document.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func validate() throws {
    if (lat == nil) != (lon == nil) { throw ValidationError("Give --lat and --lon together.") }
    if lat == nil, zone != nil { throw ValidationError("--zone goes with --lat and --lon.") }
  }

  func run() async throws {
    let library = try library.open()
    let desk = GoDesk(library, clock: LocalClock.wall)
    let name = name.joined(separator: " ")
    let (place, others) = try await place(name, desk, library)
    try desk.add(place)
    if json {
      Output.json(place.line(isShown: true))
    } else {
      Output.line(
        "saved \(place.name.onOneLine) (\(place.id)), \(Quantity.fixed(place.latitude, 3)), \(Quantity.fixed(place.longitude, 3))")
      if !others.isEmpty { Output.notice("others with that name: \(others.prefix(4).map(\.description).joined(separator: "; "))") }
    }
    try await NoticeDesk(library).plan()
  }

  private func place(_ name: String, _ desk: GoDesk, _ library: Library) async throws -> (Place, others: [FoundPlace]) {
    if let lat, let lon {
      let zone = zone ?? Configuration.atStart.health.zone ?? LocalClock.zone(Paths())
      return (try Place(id: Place.id(of: name), name: name, latitude: lat.value, longitude: lon.value, zone: zone), [])
    }
    let client = OpenMeteo(.atStart, library: library, transport: CurlTransport())
    let found = try await desk.found(name, by: client, language: Configuration.atStart.language)
    guard let first = found.first else { throw GoError.nothingFound(name) }
    if !json { Output.notice("found \(first.description.onOneLine)") }
    return (try first.place(id: Place.id(of: first.name)), Array(found.dropFirst()))
  }
}
