import Foundation
import TestSupport
import Testing

/// A C file of this folder as a library for LD_PRELOAD, which comes between a program and the system.
struct CompiledShim {
  let path: String
  private let folder: TemporaryFolder

  /// Compiles `name.c`; `nil` without a C compiler.
  init?(_ name: String) throws {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/cc") else { return nil }
    folder = try TemporaryFolder()
    path = folder.file(name + ".so")
    let source = ProjectFiles.root + "/Tests/Faults/\(name).c"
    let made = try Program("/usr/bin/cc", home: folder).run("-shared", "-fPIC", "-O1", "-o", path, source, "-ldl", "-lpthread")
    try #require(made.status == 0, "\(made.err)")
  }
}
