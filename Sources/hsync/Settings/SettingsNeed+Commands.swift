// Which commands do without right settings. All others write, and refuse wrong ones; so does what only rehearses a write (`--dry-run`).

extension BackupCommand: OnlyShowing {}
extension ConflictsListCommand: OnlyShowing {}
extension ConflictsShowCommand: OnlyShowing {}
extension ExportCommand: OnlyShowing {}
extension MealsListCommand: OnlyShowing {}
extension PendingListCommand: OnlyShowing {}
extension PlanExportCommand: OnlyShowing {}
extension PlanShowCommand: OnlyShowing {}
extension QueueListCommand: OnlyShowing {}
extension QueueShowCommand: OnlyShowing {}
extension ScheduleStatusCommand: OnlyShowing {}
extension ServeStatusCommand: OnlyShowing {}
extension SourcesCommand: OnlyShowing {}
extension SyncStatusCommand: OnlyShowing {}
extension TodayCommand: OnlyShowing {}
extension WeekCommand: OnlyShowing {}
extension WeightListCommand: OnlyShowing {}
extension WeightShowCommand: OnlyShowing {}

extension CompletionsCommand: IgnoringSettings {}
extension ConfigEditCommand: IgnoringSettings {}
extension ConfigGetCommand: IgnoringSettings {}
extension ConfigListCommand: IgnoringSettings {}
extension ConfigPathCommand: IgnoringSettings {}
extension ConfigSetCommand: IgnoringSettings {}
extension ConfigDeleteCommand: IgnoringSettings {}
extension DoctorCommand: IgnoringSettings {}

extension EventsCommand: NeedingSettings {
  var settingsNeed: SettingsNeed { delete ? .refuses : .tells }
}

extension LoginCommand: NeedingSettings {
  var settingsNeed: SettingsNeed { printSql ? .ignores : .refuses }
}

extension PlanNoteCommand: NeedingSettings {
  var settingsNeed: SettingsNeed { text.isEmpty && !delete ? .tells : .refuses }
}

extension PlanQuickCommand: NeedingSettings {
  var settingsNeed: SettingsNeed { names.isEmpty ? .tells : .refuses }
}

extension ScanCommand: NeedingSettings {
  /// Whether the network may be asked is a setting, too.
  var settingsNeed: SettingsNeed { noLookup ? .tells : .refuses }
}

extension SummaryCommand: NeedingSettings {
  var settingsNeed: SettingsNeed { rebuild ? .refuses : .tells }
}
