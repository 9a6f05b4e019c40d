import Foundation
import HealthImport

/// `scan-rate FILE`: walks through an export.xml and says how fast, in CPU time of this process.
@main
struct ScanRate {
  static func main() throws {
    guard CommandLine.arguments.count == 2 else { exit(64) }
    let before = cpuSeconds()
    let census = try XMLCensus(ofFile: CommandLine.arguments[1])
    let seconds = cpuSeconds() - before
    print("\(census.elements) elements, \(census.attributes) attributes, \(Double(census.bytes) / seconds / 1e9) GB/s")
  }

  private static func cpuSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
