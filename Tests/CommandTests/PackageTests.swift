import Foundation
import TestSupport
import Testing

/// `make install`, `make uninstall`, the manual pages and the Debian packages, made of the programs that these tests run.
@Suite(.serialized) struct PackageTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A script of the project, with the programs beside the tests.
  private func run(_ script: String, _ arguments: String..., environment: [String: String] = [:]) throws -> Program.Outcome {
    // As the person's own shell has it: git and python3 may be anywhere.
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let given = ["BUILT": Program.folder, "SOURCE_DATE_EPOCH": "1770721380", "PATH": path].merging(environment) { $1 }
    return try Program(ProjectFiles.path("scripts/" + script), home: folder, environment: given).run(arguments)
  }

  /// The files and folders under a folder, by their paths in it.
  private func tree(_ path: String) -> Set<String> {
    Set((FileManager.default.enumerator(atPath: path) ?? .init()).compactMap { $0 as? String })
  }

  @Test func whatIsInstalledIsRemovedAndNothingElse() throws {
    let prefix = folder.file("home/.local")
    try FileManager.default.createDirectory(atPath: prefix + "/share/man/man1", withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: URL(fileURLWithPath: prefix + "/share/man/man1/mine.1"))
    let before = tree(folder.file("home"))
    let installed = try run("install", environment: ["PREFIX": prefix])
    #expect(installed.status == 0, "\(installed.err)")
    let files = tree(prefix)
    for file in [
      "bin/hsync", "bin/hsync-web", "bin/hsync-backend", "share/bash-completion/completions/hsync", "share/zsh/site-functions/_hsync",
      "share/fish/vendor_completions.d/hsync-backend.fish", "share/man/man1/hsync.1.gz", "share/man/man1/hsync-plan.1.gz",
      "share/man/man1/hsync-backend.1.gz", "share/man/man5/hsync-config.5.gz", "share/doc/hsync/cli.md",
      "share/doc/hsync/hsync-backend.service", "share/doc/hsync/LICENSE",
    ] { #expect(files.contains(file), "\(file)") }
    #expect(try Program(prefix + "/bin/hsync", home: folder).run("--version").status == 0)
    let unit = String(decoding: try ProjectFiles.bytes(prefix + "/share/doc/hsync/hsync-backend.service"), as: UTF8.self)
    #expect(unit.contains("ExecStart=\(prefix)/bin/hsync-backend serve"))

    #expect(try run("install", environment: ["PREFIX": prefix]).status == 0, "over itself")
    #expect(tree(prefix) == files)
    #expect(try run("install", "--remove", environment: ["PREFIX": prefix]).status == 0)
    #expect(tree(folder.file("home")) == before)
    #expect(try run("install", "--remove", environment: ["PREFIX": prefix]).status == 66)
    #expect(try run("install", environment: ["PREFIX": "here"]).status == 64)
  }

  /// Each command has a page with the usual sections, which neither groff nor mandoc complains about.
  @Test func theManualPagesAreClean() throws {
    let made = try run("manual", folder.file("man"), Program.folder)
    #expect(made.status == 0, "\(made.err)")
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder.file("man"))
    let commands = Set(try DescribedCommand.all(of: "hsync").map { $0.path.split(separator: " ").prefix(2).joined(separator: "-") + ".1" })
    #expect(Set(pages) == commands.union(["hsync.1", "hsync-web.1", "hsync-backend.1", "hsync-config.5"]))
    for page in pages {
      let text = String(decoding: try ProjectFiles.bytes(folder.file("man/" + page)), as: UTF8.self)
      let usual = ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "FILES", "ENVIRONMENT", "SEE ALSO"]
      for section in page.hasSuffix(".5") ? ["NAME", "DESCRIPTION", "SEE ALSO"] : usual {
        #expect(text.contains("\n.SH \(section)\n"), "\(page): \(section)")
      }
      for (tool, arguments) in [("/usr/bin/mandoc", ["-Tlint", "-Wwarning"]), ("/usr/bin/man", ["--warnings=all", "-l"])]
      where FileManager.default.isExecutableFile(atPath: tool) {
        let outcome = try Program(tool, home: folder, environment: ["MANWIDTH": "80", "MANPAGER": "cat"]).run(
          arguments + [folder.file("man/" + page)])
        #expect(outcome.err.isEmpty, "\(page): \(outcome.err)")
        if tool.hasSuffix("mandoc") { #expect(outcome.out.isEmpty, "\(page): \(outcome.out)") }
      }
    }
  }

  /// Two packages, whose files are root's, with sums that fit and what they depend on.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/dpkg-shlibdeps"), "dpkg-dev is not installed"))
  func theDebianPackagesAreWhole() throws {
    // A debug build is linked with Swift's own libraries, which no package has.
    let made = try run("package", folder.file("dist"), environment: ["COMPRESSION": "none", "SHLIBDEPS": "--ignore-missing-info"])
    try #require(made.status == 0, "\(made.err)")
    #expect(made.lines.count == 2)
    func dpkg(_ arguments: String...) throws -> Program.Outcome { try Program("/usr/bin/dpkg-deb", home: folder).run(arguments) }
    for package in made.lines {
      let files = try dpkg("--contents", package).lines
      #expect(!files.isEmpty && files.allSatisfy { $0.contains(" root/root ") })
      let depends = try dpkg("--field", package, "Depends").out
      for library in ["libc6 (", "libsqlite3-0", "zlib1g"] { #expect(depends.contains(library), "\(package): \(library)") }
      #expect(try dpkg("--extract", package, folder.file("x")).status == 0)
      #expect(try dpkg("--control", package, folder.file("x/DEBIAN")).status == 0)
      let checked = try Program("/bin/sh", home: folder).run("-c", "cd ~/x && md5sum --quiet --check DEBIAN/md5sums")
      #expect(checked.status == 0, "\(checked.out)\(checked.err)")
    }
    // Those that are opened by name can't be found by dpkg-shlibdeps.
    let depends = try dpkg("--field", made.lines[0], "Depends").out
    for library in ["libcurl4", "libzbar0", "libturbojpeg", "libpng16", "libwebp7", "tzdata"] {
      #expect(depends.contains(library), "\(library)")
    }
    #expect(try dpkg("--field", made.lines[0], "Recommends").out.contains("libheif1"))
    for document in ["hsync/copyright", "hsync/changelog.gz", "hsync-backend/copyright"] {
      #expect(FileManager.default.fileExists(atPath: folder.file("x/usr/share/doc/" + document)), "\(document)")
    }
    // The full text is in Debian's base system, so the packages name the licence and don't repeat it.
    let copyright = String(decoding: try ProjectFiles.bytes(folder.file("x/usr/share/doc/hsync/copyright")), as: UTF8.self)
    #expect(copyright.contains("\nLicense: Apache-2.0\n"))
    #expect(!FileManager.default.fileExists(atPath: folder.file("x/usr/share/doc/hsync/LICENSE")))
  }
}
