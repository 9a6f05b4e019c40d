import FoodScan
import HealthModel
import HealthStore
import Transport
import Usage

/// Checks the program and the C libraries that it found on this machine.
struct ProgramCheck: Checkup {
  func findings() -> [Finding] { [.ok("program", "hsync \(Version.text), schema \(Schema.version)"), sqlite, curl] + scanning }

  private var sqlite: Finding {
    do throws(StoreError) {
      return .ok("sqlite", try LibraryCheckup.sqliteVersion())
    } catch {
      return .fail("sqlite", error.message, nil)
    }
  }

  private var curl: Finding {
    do throws(TransportError) {
      return .ok("libcurl", try CurlTransport.libraryVersion())
    } catch {
      return .fail("libcurl", error.message, error.advice)
    }
  }

  /// Returns the libraries for reading photos in one line, and a line for each that is missing.
  private var scanning: [Finding] {
    var present: [String] = []
    var missing: [Finding] = []
    for library in ScanLibraries.all {
      do throws(ScanError) {
        present.append([library.name, try library.version()].compactMap(\.self).joined(separator: " "))
      } catch {
        missing.append(.warn("libraries", "\(error.message): \(library.loss)", error.advice))
      }
    }
    return (present.isEmpty ? [] : [.ok("libraries", present.joined(separator: ", "))]) + missing
  }
}
