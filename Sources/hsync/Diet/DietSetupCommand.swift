import ArgumentParser
import DietPlan
import HealthDesk
import HealthModel
import HealthStore

/// `hsync diet setup`.
struct DietSetupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "setup", abstract: "Set the plan up: eight questions on a terminal, or options in a script.",
    discussion: """
      Options and answers from before are taken; what is missing is asked for on a terminal. With the start that the plan has, it goes on \
      with the new answers; with another one it starts anew.
      """)

  @OptionGroup var options: DietAnswerOptions

  @Option(day: "The first day, at most a year from today (default: today).")
  var start: TypedDay?

  @Flag(help: "Print the plan's settings as JSON.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    let session = try DietSession(library)
    let today = session.now.day
    var answers = try session.desk.answers(today: today)
    try options.fill(&answers.draft)
    if let start { answers.draft.start = start.day(from: today, .future) }
    let isComplete = answers.draft.isAnswered
    if Terminal.canAsk, !json, options.isEmpty && start == nil || !isComplete {
      answers = try DietQuestions(session: session).ask(answers)
    }
    try session.desk.setUp(answers, at: session.now)
    let settings = try DietSettings(session)
    if json { return Output.json(settings.json) }
    summary(settings).flatMap { FoldedText($0, width: Terminal.room).lines }.forEach(Output.line)
  }

  private func summary(_ settings: DietSettings) -> [String] {
    let profile = settings.profile
    let (diet, maintenance) = (DietTarget.kcal(profile, in: .diet), DietTarget.kcal(profile, in: .maintenance))
    let start = "the plan starts on \(settings.plan.day.title)"
    let targets =
      switch profile.goal {
      case .lose: "\(DietWords.kcal(maintenance)) at maintenance, \(DietWords.kcal(diet)) on diet days"
      case .maintain: "\(DietWords.kcal(maintenance)) a day"
      case .gain: "\(DietWords.kcal(maintenance + DietTarget.surplusKcal)) a day"
      }
    let first = profile.goal == .lose ? DietTopic.gentleStart : .target
    return [
      "\(start): \(targets)", "\(DietWords.title(first, goal: profile.goal)) hsync diet why \(first.rawValue)", DietWords.noAdvice,
    ]
  }
}

extension DietDraft {
  /// Whether all steps are answered, right or wrong.
  fileprivate var isAnswered: Bool {
    !DietStep.steps(for: goal).flatMap(faults(in:)).contains { if case .missing = $0 { true } else { false } }
  }
}
