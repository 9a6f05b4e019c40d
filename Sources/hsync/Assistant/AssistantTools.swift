/// The tools, in the order in which they are listed. A new one is a type in `Assistant/Tools` and a line here.
enum AssistantTools {
  static let all: [any AssistantAction] = [
    DayTool(), WeekTool(), DaysTool(), ExplainTool(), MealsTool(), WeightTool(), PlanTool(), DietTool(), DietWhyTool(),
    DietHistoryTool(), GoNowTool(), GoPlanTool(), GoHourTool(), LaundryTool(), FoodsSearchTool(), FoodsShowTool(), ScanTool(), SQLTool(),
    LogTool(), LogWeightTool(), PlanApplyTool(), LaundryStepTool(), UndoTool(),
  ]
}
