import HealthModel

extension Remedy {
  /// The remedy on the command line: a command, or an option of the current command.
  package var command: String {
    switch self {
    case .signIn: "hsync login"
    case .nameBackend: "hsync login --url URL"
    case .nameSecureBackend: "hsync login --url https://…"
    case .signInUnchecked: "hsync login --unchecked"
    case .changeBackend(let url, nil): "hsync login --url \(url) --fresh (or --merge)"
    case .changeBackend(let url, let dialect?): "hsync login --url \(url) --dialect \(dialect) --fresh"
    case .insecureHTTP: "--insecure-http"
    case .backendTables: "hsync login --dialect postgrest --print-sql"
    case .sync: "hsync sync"
    case .syncStatus: "hsync sync status"
    case .queue: "hsync queue"
    case .retryRecord(let kind, let id): "hsync queue retry \(kind)/\(id)"
    case .conflicts: "hsync conflicts"
    case .doctor: "hsync doctor"
    case .repair: "hsync doctor --repair"
    case .backUp: "hsync backup FILE"
    case .restore: "hsync restore FILE"
    case .library: "--db"
    case .overwrite: "--force"
    case .meals: "hsync meals"
    case .weights: "hsync weight list"
    case .plan: "hsync plan"
    case .planWorkout: "hsync plan add workout Run"
    case .dietPlan: "hsync diet"
    case .goProfile: "hsync go profile"
    case .goSetUp: "hsync go profile set"
    case .goPlaces: "hsync go place"
    case .goRefresh: "hsync go --refresh"
    case .planNote: "hsync plan note TEXT"
    case .oneWeek: "--week"
    case .wholeSeries: "--all"
    case .foods: "hsync foods list"
    case .laundry: "hsync laundry"
    case .createPet: "hsync laundry add NAME"
    case .logByHand(let name): "hsync log --name \"\(name)\" --kcal N"
    case .amount: "--grams N or --servings N"
    case .importFile(let path): "hsync import \(path)"
    case .importUnpacked(let path): "gunzip -c \(path) | hsync import -"
    case .importConverted: "iconv -f UTF-16 -t UTF-8 FILE | hsync import -"
    case .temporaryFolder: "TMPDIR=FOLDER hsync import …"
    case .keepPartial: "--keep-partial"
    case .healthFolders: "hsync config set health.folders FOLDER"
    case .settings: "hsync config list"
    case .editSettings: "hsync config edit"
    case .settingsFile: "hsync config path"
    case .set(let name, let value): "hsync config set \(name) \(value)"
    case .scanFolder(let path): "hsync scan -r \(path.shellWord)"
    case .scanNameless: "hsync scan - < PHOTO"
    case .listWithNUL: "-0"
    }
  }
}

extension UserFacingError {
  /// The hint, with remedies as commands: printed after `hint: `, and part of the JSON.
  package var advice: String? { hint?.words(\.command) }
}
