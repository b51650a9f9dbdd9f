import Foundation
import ParlandoTestSupport

/// OpenSSL's own test server with a certificate made for it; ended when nobody holds it.
final class SecureServer {
    /// File with the certificate that vouches for the server.
    let authority: String
    let address: String

    private let folder: TemporaryFolder
    private let process: Process

    /// - Parameter options: more options of `openssl s_server`.
    init(_ options: [String] = []) throws {
        folder = try TemporaryFolder()
        authority = folder.file("certificate")
        let maker = Process()
        maker.executableURL = URL(filePath: "/usr/bin/openssl")
        maker.arguments = [
            "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", folder.file("key"), "-out", authority, "-days",
            "2",
            "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
        ]
        maker.standardError = FileHandle.nullDevice
        try maker.run()
        maker.waitUntilExit()
        let output = Pipe()
        process = Process()
        process.executableURL = URL(filePath: "/usr/bin/openssl")
        process.arguments =
            ["s_server", "-accept", "127.0.0.1:0", "-cert", authority, "-key", folder.file("key"), "-www"] + options
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
}
