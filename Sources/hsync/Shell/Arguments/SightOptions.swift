import ArgumentParser

/// The options that show how a scan reads.
struct SightOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Also write a copy of the photo with the codes drawn into it: to a .png or .jpg file (replaced if it exists), to a folder/ for "
        + "several photos, or to - for standard output.",
      valueName: "out"),
    completion: .file(extensions: ["png", "jpg"]))
  var annotate: String?

  @Flag(help: "Show how each photo was read: the regions searched, the candidates of each reader, and the verdicts.")
  var explain = false
}
