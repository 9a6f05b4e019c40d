import HealthDesk
import HealthModel

extension GoError: UserFacingError {
  package var message: String { sentence }

  package var hint: Hint? {
    switch self {
    case .unknownPlace(_, let known): "one of: \(known.joined(separator: ", ")); or save it: hsync go place add NAME"
    case .unknownZone: "for example Asia/Jerusalem; zones are those of /usr/share/zoneinfo"
    case .nothingFound: "give its coordinates: hsync go place add NAME --lat 32.08 --lon 34.77 --zone Asia/Jerusalem"
    case .searchTrouble: "give its coordinates: hsync go place add NAME --lat 32.08 --lon 34.77 --zone Asia/Jerusalem"
    case .noForecast(_, nil, _): "get one: hsync go --refresh"
    case .noForecast: "check the connection, then try again: hsync go --refresh"
    case .notATime: "for example: now, 7, 07:30, tomorrow 7:00, 2026-06-01T07:00"
    case .noHour: "it has seven days from today on; see them: hsync go plan"
    }
  }
}
