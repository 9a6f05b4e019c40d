import ArgumentParser

extension DayArgument {
  static var defaultCompletionKind: CompletionKind { .list(["today", "yesterday"]) }
}

extension PlanDay {
  static var defaultCompletionKind: CompletionKind {
    .list(["today", "tomorrow", "mon", "tue", "wed", "thu", "fri", "sat", "sun"])
  }
}

extension WeekArgument {
  static var defaultCompletionKind: CompletionKind { .list(["this", "next", "last"]) }
}
