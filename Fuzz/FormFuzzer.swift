@testable import HealthWeb

/// The reader of forms and queries: the fields, written again with every byte escaped and in another order, are the same form.
struct FormFuzzer: Fuzzer {
  func read(_ input: UnsafeRawBufferPointer) -> Bool {
    guard let text = String(validating: input, as: UTF8.self) else { return false }
    guard let form = Form(text) else { return true }
    precondition(form.fields.count <= input.count)
    let escaped = form.fields.map { "\(FormFuzzer.escaped($0.key))=\(FormFuzzer.escaped($0.value))" }
    precondition(Form(escaped.reversed().joined(separator: "&")) == form, "a form that is written again is another")
    precondition(form.fields.isEmpty || Form((escaped + [escaped[0]]).joined(separator: "&")) == nil, "a field counts twice")
    return true
  }

  private static func escaped(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF")
    return String(text.utf8.flatMap { ["%", digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}
