import Forecast
import Foundation
import HealthDesk
import HealthModel
import HealthStore
import HealthSync
import TestSupport
import Testing
import WebPush

@testable import HealthWeb

/// Everything outside the library and the settings that a kept page shows.
@Suite struct KeptGroundTests {
  private let web: WebFixture

  init() async throws { web = try await WebFixture(forecasts: FakeForecast(from: WebFixture.noon.ms)) }

  /// Each dependency, and changes of it. All but the upload's are made by other processes as well.
  @Test(arguments: KeptRoute.Dependency.allCases)
  func aChangeOfADependencyChangesTheBasis(dependency: KeptRoute.Dependency) async throws {
    let folder = web.folder.file("Health")
    let settings = try web.settings(folders: [folder])
    let imports = ImportDesk(web.library, settings: settings, clock: web.clock)
    let ground = KeptGround(library: web.library, settings: settings, clock: web.clock, imports: imports)
    let routes = KeptRoute.allCases.filter { $0.dependencies.contains(dependency) }
    #expect(!routes.isEmpty)
    func bases() async throws -> [KeptBasis] {
      var bases: [KeptBasis] = []
      for route in routes { bases.append(try await ground.basis(of: route, commits: 1)) }
      return bases
    }
    var held: LockFile?
    for change in try changes(of: dependency, folder: folder, imports: imports, holding: { held = $0 }) {
      let before = try await bases()
      #expect(try await bases() == before)
      try change()
      let after = try await bases()
      for (before, after) in zip(before, after) { #expect(before != after) }
    }
    #expect(held == nil)
  }

  private func changes(
    of dependency: KeptRoute.Dependency, folder: String, imports: ImportDesk, holding: @escaping (LockFile?) -> Void
  ) throws -> [() throws -> Void] {
    let files = FileManager.default
    switch dependency {
    case .account:
      let file = AccountFile(library: web.library.path)
      return [{ try file.write(BackendAccount(url: "https://a.example", token: "t")) }, { _ = file.remove() }]
    case .folders:
      return [
        { try files.createDirectory(atPath: folder, withIntermediateDirectories: true) }, { try files.removeItem(atPath: folder) },
      ]
    case .syncRun:
      return [
        { [path = web.library.path] in
          guard case .taken(let lock) = try LockFile.take(.sync, besideLibrary: path, nowMs: 5) else { return }
          holding(lock)
        }, { holding(nil) },
      ]
    case .forecasts:
      let cache = web.cache
      return [
        { try files.createDirectory(atPath: cache.folder, withIntermediateDirectories: true) },
        { try Data("{}".utf8).write(to: URL(fileURLWithPath: cache.folder + "/a.json.new")) },
        { try files.moveItem(atPath: cache.folder + "/a.json.new", toPath: cache.folder + "/a.json") },
      ]
    case .foods:
      return [
        { [web] in try web.folder.write(Array("a".utf8), to: "foods.db") },
        { [web] in try web.folder.write(Array("ab".utf8), to: "foods.db") },
        { [web] in try files.removeItem(atPath: web.cataloguePath) },
      ]
    case .upload: return [{ _ = imports.begin(total: nil) }, { imports.note(.cancelled) }]
    case .pushKey: return [{ [path = web.library.path] in _ = try VAPIDKeyFile(library: path).key() }]
    }
  }

  @Test func theStateOfTodayIsFollowed() async throws {
    let folder = web.folder.file("Health")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try await web.testPaired(folders: [folder]) { (browser) async throws in
      let first = try await browser.get("/").body
      #expect(first.contains("Not signed in") && !first.contains("Not granted") && first.contains("Sync Now"))
      let file = AccountFile(library: web.library.path)
      try file.write(BackendAccount(url: "https://a.example", token: "t"))
      #expect(!(try await browser.get("/").body.contains("Not signed in")))
      _ = file.remove()
      #expect(try await browser.get("/").body.contains("Not signed in"))
      try FileManager.default.removeItem(atPath: folder)
      #expect(try await browser.get("/").body.contains("Not granted"))
    }
  }
}
