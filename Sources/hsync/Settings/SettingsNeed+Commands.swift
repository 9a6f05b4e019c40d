// Which commands do without right settings. All others write, and refuse wrong ones; so does what only rehearses a write (`--dry-run`).

extension BackupCommand: OnlyShowing {}
extension ConflictsList: OnlyShowing {}
extension ConflictsShow: OnlyShowing {}
extension ExportCommand: OnlyShowing {}
extension MealsList: OnlyShowing {}
extension PendingList: OnlyShowing {}
extension PlanExport: OnlyShowing {}
extension PlanShow: OnlyShowing {}
extension QueueList: OnlyShowing {}
extension QueueShow: OnlyShowing {}
extension ScheduleStatus: OnlyShowing {}
extension Sources: OnlyShowing {}
extension SyncStatusCommand: OnlyShowing {}
extension Today: OnlyShowing {}
extension Week: OnlyShowing {}
extension WeightList: OnlyShowing {}
extension WeightShow: OnlyShowing {}

extension CompletionsCommand: IgnoringSettings {}
extension ConfigEdit: IgnoringSettings {}
extension ConfigGet: IgnoringSettings {}
extension ConfigList: IgnoringSettings {}
extension ConfigPath: IgnoringSettings {}
extension ConfigSet: IgnoringSettings {}
extension ConfigDelete: IgnoringSettings {}
extension Doctor: IgnoringSettings {}

extension EventsCommand: NeedingSettings {
  var settingsNeed: SettingsNeed { delete ? .refuses : .tells }
}

extension Login: NeedingSettings {
  var settingsNeed: SettingsNeed { printSql ? .ignores : .refuses }
}

extension PlanNote: NeedingSettings {
  var settingsNeed: SettingsNeed { text.isEmpty && !delete ? .tells : .refuses }
}

extension PlanQuick: NeedingSettings {
  var settingsNeed: SettingsNeed { names.isEmpty ? .tells : .refuses }
}

extension Scan: NeedingSettings {
  /// Whether the network may be asked is a setting, too.
  var settingsNeed: SettingsNeed { noLookup ? .tells : .refuses }
}

extension Summary: NeedingSettings {
  var settingsNeed: SettingsNeed { rebuild ? .refuses : .tells }
}
