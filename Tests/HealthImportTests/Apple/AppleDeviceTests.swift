import Testing

@testable import HealthImport

@Suite struct AppleDeviceTests {
  @Test(arguments: [
    (
      ", name:Apple Watch, manufacturer:Apple, model:Watch, hardware:Watch2,4, software:4.3.1>", "Apple Watch, Watch2,4, 4.3.1",
      "Apple Watch Watch"
    ),
    (", name:iPhone, manufacturer:Apple Inc., model:iPhone>", "iPhone, iPhone", "iPhone iPhone"),
    (", name:A, B, manufacturer:C, D, software:1, 2, creation date:2024-09-21 16:02:11 +0000>", "A, B, 1, 2", "A, B"),
    (", manufacturer:Withings>", ", manufacturer:Withings>", ", manufacturer:Withings>"), ("Scale 0x12", "Scale 0x12", "Scale 0x12"),
    ("", "", ""),
  ])
  func fieldsAreReadAndTheAddressIsNot(description: String, text: String, model: String) {
    let device = AppleDevice(description)
    #expect(device.text == text)
    #expect(device.model == model)
  }
}
