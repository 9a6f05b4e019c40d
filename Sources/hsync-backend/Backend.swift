@main struct Backend { static func main() {} }
