import ArgumentParser

extension CompletionKind {
  /// Days of what was.
  static var days: CompletionKind { .list(["today", "yesterday"]) }

  /// Days of the plan.
  static var planDays: CompletionKind { .list(["today", "tomorrow", "mon", "tue", "wed", "thu", "fri", "sat", "sun"]) }
}

extension WeekArgument {
  static var defaultCompletionKind: CompletionKind { .list(["this", "next", "last"]) }
}
