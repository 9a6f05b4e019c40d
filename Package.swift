// swift-tools-version: 6.2
import PackageDescription

/// Every target of ours is held to the same bar: Swift 6 mode (the tools version's default) and no warnings.
let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

/// Loops over pixels: fifty times slower when they aren't optimised, so they are in builds that don't optimise, too.
/// Each object there belongs to one thread, and no loop asks whether someone else changes it meanwhile.
let numeric = strict + [.unsafeFlags(["-Xfrontend", "-O", "-enforce-exclusivity=unchecked"])]

let package = Package(
  name: "hsync",
  products: [
    .executable(name: "hsync", targets: ["hsync"]),
    .executable(name: "hsync-backend", targets: ["hsync-backend"]),
    .executable(name: "hsync-web", targets: ["hsync-web"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
  ],
  targets: [
    // System libraries. Each is imported by exactly one of our modules. Those that depend on CLazy are opened when first needed.
    .target(name: "CLazy", linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "CZBar", dependencies: ["CLazy"]),
    .target(name: "CTurboJPEG", dependencies: ["CLazy"]),
    .target(name: "CPNG", dependencies: ["CLazy"]),
    .target(name: "CWebP", dependencies: ["CLazy"]),
    .target(name: "CHEIF", dependencies: ["CLazy"]),
    .target(name: "CTIFF", dependencies: ["CLazy"]),
    .target(name: "CAllocator"),
    .target(name: "CSQLiteSetup", linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(name: "CCurl", dependencies: ["CLazy"]),
    .target(name: "CCrypto", dependencies: ["CLazy"]),
    .target(name: "CZlib", dependencies: ["CLazy"]),
    .target(name: "CISAL", dependencies: ["CLazy"]),
    .target(name: "CZstd", dependencies: ["CLazy"]),
    .target(name: "CRSVG", dependencies: ["CLazy"]),
    .target(name: "CPostgres", dependencies: ["CLazy"]),

    // The pipeline: photo → pixels → barcode → product → meal → store → outbox → backend.
    .target(name: "HealthModel", swiftSettings: strict),
    .target(name: "Allocator", dependencies: ["CAllocator"], swiftSettings: strict),
    .target(name: "Digests", dependencies: ["CCrypto"], swiftSettings: strict),
    .target(name: "Files", swiftSettings: strict),
    .target(name: "Gzip", dependencies: ["CISAL", "CZlib"], swiftSettings: strict),
    .target(name: "Zstd", dependencies: ["CZstd"], swiftSettings: strict),
    .target(name: "Postgres", dependencies: ["CPostgres"], swiftSettings: strict),
    .target(name: "Transport", dependencies: ["HealthModel", "CCurl"], swiftSettings: strict),
    .target(name: "WebPush", dependencies: ["Digests", "Files", "HealthModel", "Transport"], swiftSettings: strict),
    .target(name: "Notices", dependencies: ["Files", "HealthModel", "Transport", "WebPush"], swiftSettings: strict),
    .target(name: "Products", dependencies: ["Files", "HealthModel", "Transport"], swiftSettings: strict),
    .target(
      name: "FoodCatalog",
      dependencies: ["BulkSQL", "Files", "Gzip", "HealthImport", "HealthModel", .product(name: "GRDB", package: "GRDB.swift")],
      swiftSettings: strict),
    .target(name: "BarReader", swiftSettings: numeric),
    .target(name: "JPEGSkim", swiftSettings: numeric),
    .target(
      name: "FoodScan",
      dependencies: [
        "BarReader", "Files", "HealthModel", "JPEGSkim", "CZBar", "CTurboJPEG", "CPNG", "CWebP", "CHEIF", "CTIFF",
      ],
      swiftSettings: strict),
    .target(
      name: "HealthImport",
      dependencies: [
        "BulkSQL", "Files", "Gzip", "HealthModel",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict),
    .target(
      name: "BulkSQL",
      dependencies: [
        "CSQLiteSetup",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      swiftSettings: strict),
    .target(name: "DayTotals", dependencies: ["HealthModel"], swiftSettings: strict),
    .target(name: "WeekPlan", dependencies: ["HealthModel"], swiftSettings: strict),
    .target(name: "DietPlan", dependencies: ["HealthModel"], swiftSettings: strict),
    .target(name: "ActivityWindow", dependencies: ["HealthModel"], swiftSettings: strict),
    .target(name: "Forecast", dependencies: ["Files", "HealthModel", "Transport"], swiftSettings: strict),
    .target(name: "LaundryPet", dependencies: ["HealthModel"], swiftSettings: strict),
    .target(name: "Charts", dependencies: ["CRSVG"], swiftSettings: strict),
    .target(name: "QRSymbols", swiftSettings: strict),
    .target(name: "AssistantProtocol", dependencies: ["HealthModel"], swiftSettings: strict),
    .target(
      name: "HealthStore",
      dependencies: [
        "BulkSQL", "DayTotals", "DietPlan", "Digests", "Files", "HealthModel", "LaundryPet", "WeekPlan",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict),
    .target(
      name: "HealthSync",
      dependencies: [
        "DayTotals", "Digests", "HealthImport", "HealthModel", "HealthStore", "Transport", "Gzip", "Zstd",
      ],
      swiftSettings: strict),
    .target(
      name: "HealthDesk",
      dependencies: [
        "ActivityWindow", "DietPlan", "Files", "FoodCatalog", "Forecast", "HealthImport", "HealthModel", "HealthStore", "HealthSync",
        "LaundryPet", "Notices", "Products", "Transport", "WeekPlan",
      ],
      swiftSettings: strict),
    .target(
      name: "Settings",
      dependencies: [
        "Files", "Forecast", "HealthDesk", "HealthModel", "HealthStore", "Notices", "Transport", "WebPush", "WeekPlan",
        .product(name: "TOMLKit", package: "TOMLKit"),
      ],
      swiftSettings: strict),
    .target(
      name: "SyncBackend",
      dependencies: [
        "Allocator", "BulkSQL", "Digests", "Files", "HealthModel", "Gzip", "Postgres", "Zstd",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),

    // Whether everything is as it should be.
    .target(
      name: "Doctor",
      dependencies: [
        "FoodScan", "HealthDesk", "HealthModel", "HealthStore", "HealthSync", "Products", "Settings", "Transport", "Usage",
      ],
      swiftSettings: strict),

    // The pages of a library, for a browser.
    .target(
      name: "HealthWeb",
      dependencies: [
        "ActivityWindow", "Charts", "DietPlan", "Digests", "Doctor", "Files", "FoodScan", "Forecast", "Gzip", "HealthDesk",
        "HealthModel", "HealthStore", "HealthSync", "LaundryPet", "Products", "Settings", "Usage", "WebPush", "WeekPlan",
        .product(name: "Hummingbird", package: "hummingbird"), .product(name: "Logging", package: "swift-log"),
      ],
      resources: [.embedInCode("Assets")], swiftSettings: strict),

    // Wrong command lines and remedies in the words of all programs.
    .target(
      name: "Usage",
      dependencies: ["Files", "HealthModel", .product(name: "ArgumentParser", package: "swift-argument-parser")], swiftSettings: strict),

    .executableTarget(
      name: "hsync",
      dependencies: [
        "ActivityWindow", "AssistantProtocol", "BarReader", "Charts", "DietPlan", "Doctor", "Files", "FoodCatalog", "FoodScan",
        "Forecast", "HealthDesk", "HealthModel", "HealthStore", "HealthSync", "LaundryPet", "Notices", "Products", "Settings",
        "Transport", "Usage", "WeekPlan", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "hsync-backend",
      dependencies: [
        "Files", "HealthModel", "SyncBackend", "Usage",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "hsync-web",
      dependencies: [
        "Allocator", "FoodCatalog", "Forecast", "HealthDesk", "HealthModel", "HealthStore", "HealthSync", "HealthWeb", "Notices",
        "Products", "QRSymbols", "Settings", "Transport", "Usage", .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),

    // Measures the XML scanner alone; built by `make bench`, not a product.
    .executableTarget(name: "scan-rate", dependencies: ["HealthImport"], path: "Benchmarks/ScanRate", swiftSettings: strict),
    // Looks numbers up and types names into a catalogue; built by `make bench`, not a product.
    .executableTarget(name: "food-rate", dependencies: ["FoodCatalog", "HealthModel"], path: "Benchmarks/FoodRate", swiftSettings: strict),

    // Tests: one target per module. CommandTests runs the built programs, which it doesn't import, so that it is compiled beside them.
    .target(name: "TestSupport", dependencies: ["HealthModel"], path: "Tests/TestSupport", swiftSettings: strict),
    .target(name: "DrawnCodes", dependencies: ["TestSupport"], path: "Tests/DrawnCodes", swiftSettings: numeric),
    .target(
      name: "ServerTesting",
      dependencies: [.product(name: "Hummingbird", package: "hummingbird"), .product(name: "Logging", package: "swift-log")],
      path: "Tests/ServerTesting", swiftSettings: strict),
    .testTarget(name: "HealthModelTests", dependencies: ["HealthModel", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "DigestsTests", dependencies: ["Digests", "HealthModel"], swiftSettings: strict),
    .testTarget(name: "FilesTests", dependencies: ["Files", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "GzipTests", dependencies: ["Gzip", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "ZstdTests", dependencies: ["Zstd", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "TransportTests", dependencies: ["Transport", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "WebPushTests", dependencies: ["Digests", "Files", "Transport", "WebPush", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "NoticesTests", dependencies: ["Notices", "Transport", "WebPush", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "ProductsTests", dependencies: ["Products", "Transport", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "FoodCatalogTests", dependencies: ["FoodCatalog", "Gzip", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "BarReaderTests", dependencies: ["BarReader", "DrawnCodes", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "JPEGSkimTests", dependencies: ["JPEGSkim", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "FoodScanTests", dependencies: ["DrawnCodes", "FoodScan", "JPEGSkim", "TestSupport"], resources: [.copy("Fixtures")],
      swiftSettings: strict),
    .testTarget(
      name: "HealthImportTests",
      dependencies: ["HealthImport", "Gzip", "TestSupport", .product(name: "GRDB", package: "GRDB.swift")], swiftSettings: strict),
    .testTarget(name: "DayTotalsTests", dependencies: ["DayTotals", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "QRSymbolsTests", dependencies: ["FoodScan", "QRSymbols", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "AssistantProtocolTests", dependencies: ["AssistantProtocol", "HealthModel", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "ChartsTests", dependencies: ["Charts", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "WeekPlanTests", dependencies: ["WeekPlan", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "DietPlanTests", dependencies: ["DietPlan", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "ActivityWindowTests", dependencies: ["ActivityWindow", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "ForecastTests", dependencies: ["Forecast", "Transport", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "LaundryPetTests", dependencies: ["LaundryPet", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "HealthStoreTests",
      dependencies: [
        "BulkSQL", "DietPlan", "HealthStore", "LaundryPet", "WeekPlan", "TestSupport", .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "PhoneDaysTests",
      dependencies: ["HealthImport", "HealthStore", "TestSupport", .product(name: "GRDB", package: "GRDB.swift")], swiftSettings: strict),
    .testTarget(
      name: "HealthSyncTests",
      dependencies: [
        "DietPlan", "Digests", "HealthStore", "HealthSync", "LaundryPet", "WeekPlan", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "HealthDeskTests",
      dependencies: [
        "ActivityWindow", "DietPlan", "FoodCatalog", "Forecast", "HealthDesk", "HealthModel", "HealthStore", "HealthSync", "LaundryPet",
        "Notices", "Products", "Transport", "WeekPlan", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "SyncBackendTests",
      dependencies: [
        "BulkSQL", "Postgres", "ServerTesting", "SyncBackend", "TestSupport", .product(name: "NIOEmbedded", package: "swift-nio"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "HealthWebTests",
      dependencies: [
        "ActivityWindow", "DietPlan", "FoodCatalog", "FoodScan", "Forecast", "HealthDesk", "HealthModel", "HealthStore", "HealthSync",
        "HealthWeb", "LaundryPet", "Notices", "Products", "Settings", "Transport", "WebPush", "WeekPlan", "DrawnCodes", "ServerTesting",
        "TestSupport", .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "hsyncTests",
      dependencies: [
        "BarReader", "FoodScan", "HealthDesk", "HealthModel", "HealthStore", "hsync", "Settings", "WeekPlan", "TestSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "CommandTests", dependencies: ["FoodScan", "HealthModel", "HealthStore", "LaundryPet", "Usage", "WeekPlan", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "FaultTests",
      dependencies: [
        "hsync", "hsync-backend", "Digests", "HealthModel", "HealthSync", "HealthStore", "Transport", "Gzip", "Zstd", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Tests/Faults", exclude: ["run", "independent_backend.py", "power_cut.c", "clock_jump.c", "stub_resolver.c"],
      swiftSettings: strict),
  ]
)

// SwiftPM builds one `--product` at a time, or everything. `HSYNC_TARGETS` leaves out what isn't wanted: `programs` keeps the programs, a list of
// targets ("DayTotalsTests ChartsTests") keeps those and what they depend on.
let wanted = (Context.environment["HSYNC_TARGETS"] ?? "").split(separator: " ").map(String.init)
if wanted == ["programs"] {
  package.targets.removeAll { $0.isTest || ["DrawnCodes", "ServerTesting", "TestSupport", "scan-rate", "food-rate"].contains($0.name) }
} else {
  // Hummingbird brings it; tests of the servers also drive its channels without sockets.
  package.dependencies.append(.package(url: "https://github.com/apple/swift-nio", from: "2.101.0"))
  if !wanted.isEmpty { package.keep(wanted) }
}

extension Package {
  /// Keeps these targets, what they depend on, and the programs if tests that start them are among these. Removes the other targets, the packages
  /// that none of them uses, and the products.
  func keep(_ names: [String]) {
    var (open, kept, packages) = (names, Set<String>(), Set<String>())
    if names.contains("CommandTests") || names.contains("hsyncTests") { open += products.map(\.name) }
    while let name = open.popLast() {
      guard kept.insert(name).inserted else { continue }
      for dependency in targets.first(where: { $0.name == name })?.dependencies ?? [] {
        switch dependency {
        case .targetItem(let name, _), .byNameItem(let name, _): open.append(name)
        case .productItem(_, let package?, _, _): packages.insert(package)
        default: break
        }
      }
    }
    targets.removeAll { !kept.contains($0.name) }
    dependencies.removeAll { dependency in
      guard case .sourceControl(_, let location, _) = dependency.kind else { return false }
      return !packages.contains { location.hasSuffix("/\($0)") }
    }
    products = []
  }
}
