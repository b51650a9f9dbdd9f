import Foundation
import ParlandoTestSupport

/// OpenSSL's own test server with a certificate made for it; ended when nobody holds it.
final class SecureServer {
    /// File with the certificate that vouches for the server.
    let authority: String
    let address: String

    private let folder: TemporaryFolder
    private let process: Process

    /// - Parameters:
    ///   - options: more options of `openssl s_server`.
    ///   - name: whose certificate it shows; the server itself is `localhost`.
    ///   - days: how long the certificate is good; less than nothing: it was.
    init(_ options: [String] = [], name: String = "localhost", days: Int = 2) throws {
        folder = try TemporaryFolder()
        authority = folder.file("certificate")
        let (key, request) = (folder.file("key"), folder.file("request"))
        try Self.openssl(
            "req", "-new", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", request, "-subj", "/CN=\(name)",
            "-addext", "subjectAltName=DNS:\(name)")
        try Self.openssl(
            "x509", "-req", "-in", request, "-signkey", key, "-copy_extensions", "copy", "-days", "\(days)", "-out",
            authority)
        let output = Pipe()
        process = Process()
        process.executableURL = URL(filePath: "/usr/bin/openssl")
        process.arguments =
            ["s_server", "-accept", "127.0.0.1:0", "-cert", authority, "-key", key, "-www"] + options
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var text = ""
        while !text.contains(#/ACCEPT .*:\d+\n/#) {
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else {
                throw CocoaError(.fileReadUnknown)
            }
            text += String(decoding: more, as: UTF8.self)
        }
        let port = text.matches(of: #/ACCEPT .*:(\d+)\n/#).first?.output.1 ?? ""
        address = "https://localhost:\(port)/"
    }

    deinit {
        process.terminate()
    }

    private static func openssl(_ arguments: String...) throws {
        let maker = Process()
        maker.executableURL = URL(filePath: "/usr/bin/openssl")
        maker.arguments = arguments
        maker.standardError = FileHandle.nullDevice
        try maker.run()
        maker.waitUntilExit()
    }
}
