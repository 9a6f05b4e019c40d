import LaundryPet

/// A pet whose story begins on 2026-02-10 at 12:00 UTC. Times are minutes since then.
enum Snowy {
  /// 2026-02-10 is day 20,494; 20,494 × 86,400,000 + 43,200,000.
  static let startMs: Int64 = 1_770_724_800_000

  static func ms(_ minutes: Int) -> Int64 { startMs + Int64(minutes) * 60_000 }

  static let pet = Pet(id: "p", name: "Snowy", createdAtMs: startMs)

  static func wash(_ start: Int, cycle: Int = 1, attempt: Int = 1, minutes: Int = 45, cancelled: Int? = nil) -> LaundryTask {
    task(.wash, start, cycle, attempt, minutes, cancelled)
  }

  static func dry(_ start: Int, cycle: Int = 1, attempt: Int = 1, minutes: Int = 60, cancelled: Int? = nil) -> LaundryTask {
    task(.dry, start, cycle, attempt, minutes, cancelled)
  }

  static func fold(_ at: Int, cycle: Int = 1, everyDays: Int = 7) -> LaundryTask {
    LaundryTask(
      id: "p/\(cycle)/fold/1", petID: "p", kind: .fold, cycle: cycle, startedAtMs: ms(at), endsAtMs: ms(at), everyDays: everyDays)
  }

  private static func task(_ kind: LaundryTask.Kind, _ start: Int, _ cycle: Int, _ attempt: Int, _ minutes: Int, _ cancelled: Int?)
    -> LaundryTask
  {
    LaundryTask(
      id: "p/\(cycle)/\(kind.rawValue)/\(attempt)", petID: "p", kind: kind, cycle: cycle, attempt: attempt, startedAtMs: ms(start),
      endsAtMs: ms(start + minutes), cancelledAtMs: cancelled.map(ms))
  }
}

/// The fault that `body` throws.
func fault(_ body: () throws(LaundryError) -> Void) -> LaundryError.Fault? {
  do throws(LaundryError) { try body() } catch { return error.fault }
  return nil
}
