import Glibc

/// A reader of foreign bytes, as libFuzzer drives it: a crash, a hang, and a `precondition` of the fuzzer that doesn't hold are findings.
protocol Fuzzer {
  /// Reads one input. `false` when it is not of the fuzzer's kind and not worth keeping.
  mutating func read(_ input: UnsafeRawBufferPointer) -> Bool
}

/// All fuzzers by name. They are one program, of which `Fuzz/run` makes a link for each: the link's name says which one it is.
private func makeFuzzer(named name: String) -> (any Fuzzer)? {
  switch name {
  case "health": HealthExportFuzzer()
  case "skim": SkimFuzzer()
  case "jpeg", "png", "webp", "heif", "gif", "tiff", "bmp", "pnm": DecoderFuzzer(format: name)
  case "orientation": OrientationFuzzer()
  case "scan": ScanFuzzer()
  case "gray": GrayFuzzer()
  case "profile": ProfileFuzzer()
  case "gs1": GS1Fuzzer()
  case "foods": CatalogueFuzzer()
  case "json": JSONFuzzer()
  case "assistant": AssistantFuzzer()
  case "push": PushFuzzer()
  case "form": FormFuzzer()
  case "typed": TypedFuzzer()
  case "multipart": MultipartFuzzer()
  case "settings": SettingsFuzzer()
  case "symbologies": SymbologiesFuzzer()
  default: nil
  }
}

/// The one that this process is. libFuzzer calls on one thread, the first time before any input.
nonisolated(unsafe) private var fuzzer: (any Fuzzer)?

/// libFuzzer's call before the first input.
@_cdecl("LLVMFuzzerInitialize")
public func fuzzerWillStart(
  _ count: UnsafePointer<CInt>, _ arguments: UnsafePointer<UnsafePointer<UnsafePointer<CChar>>>
) -> CInt {
  let name = String(cString: arguments.pointee.pointee).split(separator: "/").last.map(String.init) ?? ""
  fuzzer = makeFuzzer(named: name)
  guard fuzzer != nil else { fatalError("no fuzzer is called \(name)") }
  return 0
}

/// libFuzzer's call with each input. 0: may be kept; -1: must not.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  fuzzer?.read(UnsafeRawBufferPointer(start: start, count: count)) == true ? 0 : -1
}
