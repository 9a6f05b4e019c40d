@main struct HSync { static func main() {} }
