import Foundation
import HealthModel
import HealthStore
import TestSupport
import Testing

/// `hsync export --datasette`: what Datasette is told about a library.
@Suite struct DatasetteTests {
  private let person: Household

  init() throws {
    person = try Household()
    #expect(try person.hsync.run("log", "--name", "Soup", "--kcal", "250").status == 0)
  }

  private func export() throws -> String {
    let folder = person.home.file("datasette")
    let outcome = try person.hsync.run("export", "--datasette", folder)
    #expect(outcome.status == 0 && outcome.out == "wrote the meanings of \(LibraryView.all.count) views to \(folder)/metadata.json\n")
    #expect(outcome.err == "start it: datasette ~/.local/share/hsync/hsync.db --metadata ~/datasette/metadata.json\n")
    return folder + "/metadata.json"
  }

  /// The columns of each view in `docs/schema.md`.
  private func documented() throws -> [String: [String]] {
    let page = String(decoding: try ProjectFiles.bytes(ProjectFiles.path("docs/schema.md")), as: UTF8.self)
    let section = try #require(page.components(separatedBy: "\n## Views\n").dropFirst().first).components(separatedBy: "\n## ")[0]
    let parts = section.components(separatedBy: "\n### ").dropFirst().map { part -> (String, [String]) in
      let lines = part.split(separator: "\n")
      // A row may be about several columns.
      let cells = lines.filter { $0.hasPrefix("| `") }.compactMap { $0.split(separator: "|").first }
      return (String(lines[0]), cells.flatMap { $0.matches(of: /`(\w+)`/).map { String($0.1) } })
    }
    return Dictionary(uniqueKeysWithValues: parts)
  }

  @Test func eachDocumentedViewAndColumnIsDescribedAndTheRestIsHidden() throws {
    let metadata = try JSON(parsing: try ProjectFiles.bytes(export()))
    let tables = metadata["databases"]["hsync"]["tables"]
    let views = try documented()
    #expect(views.count == LibraryView.all.count && views["days"]?.contains("sleep_min") == true)
    for (view, columns) in views {
      #expect(tables[view]["description"].string?.isEmpty == false && tables[view]["hidden"].isNull, "\(view)")
      #expect(tables[view]["columns"].members?.map(\.key).sorted() == columns.sorted(), "\(view)")
      #expect(tables[view]["columns"].members?.allSatisfy { $0.value.string?.isEmpty == false } == true, "\(view)")
    }
    #expect(tables["days"]["columns"]["distance_m"].string == "m, walked and run")
    let names = try person.sqlite(
      "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
    for name in names.lines where views[name] == nil { #expect(tables[name]["hidden"].bool == true, "\(name)") }
  }

  @Test func itIsAloneAndReplacesNothing() throws {
    let folder = person.home.file("datasette")
    for more in [["out"], ["--only", "meal"], ["--json"], ["--format", "csv"]] {
      let outcome = try person.hsync.run(["export", "--datasette", folder] + more)
      #expect(outcome.status == 64 && outcome.err.contains("give --datasette alone"), "\(more): \(outcome.err)")
    }
    for name in ["-", ""] { #expect(try person.hsync.run("export", "--datasette", name).status == 64) }
    #expect(try person.hsync.run("export", "--datasette", folder, "--quiet").lines.isEmpty)
    let again = try person.hsync.run("export", "--datasette", folder)
    #expect(again.status == 73 && again.err.contains("already exists"))
    #expect(try person.hsync.run("export", "--datasette", person.home.file("no/such")).status == 73)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["metadata.json"])
  }

  private static let datasette: String? = {
    let path = ProjectFiles.path(".venv-assistants/bin/datasette")
    return access(path, X_OK) == 0 ? path : nil
  }()

  @Test(.enabled(if: DatasetteTests.datasette != nil, "scripts/setup --assistants wasn't run")) func datasetteShowsTheMeanings() throws {
    let program = Program(try #require(DatasetteTests.datasette), home: person.home)
    let metadata = try export()
    func page(_ path: String) throws -> String {
      let outcome = try program.run(person.library, "--metadata", metadata, "--get", path)
      #expect(outcome.status == 0, "\(path): \(outcome.err)")
      return outcome.out
    }
    let meals = try page("/hsync/meals")
    #expect(meals.contains("A meal as it was logged; nutrients are for the whole amount.") && meals.contains("g, without fibre"))
    #expect(meals.contains("Soup"))
    let tables = try JSON(parsing: page("/hsync.json"))
    #expect(tables["tables"].array?.filter { $0["hidden"].bool == false } == [])
    #expect(
      Set(tables["views"].array?.compactMap { $0["name"].string } ?? [])
        == Set(LibraryView.all.map(\.name)))
    #expect(try page("/hsync.json?sql=SELECT+name+FROM+meals&_shape=array").contains(#"[{"name": "Soup"}]"#))
  }
}
