import Foundation
import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoNetwork

/// Real TLS with a real server.
@Suite struct SecurityTests {
    private func outcome(_ server: SecureServer, trusting authority: String?) async -> HTTPError.Kind? {
        await Self.outcome(server.address, trusting: authority)
    }

    private static func outcome(_ address: String, trusting authority: String? = nil) async -> HTTPError.Kind? {
        await HTTPClient(authorityFile: authority).kind(HTTPRequest(address))
    }

    @Test func aServerNobodyVouchesForIsRefused() async throws {
        let server = try SecureServer()
        #expect(await outcome(server, trusting: nil) == .untrusted)
    }

    @Test(arguments: [["-tls1_2"], ["-tls1_3"]]) func aTrustedServerIsHeard(options: [String]) async throws {
        let server = try SecureServer(options)
        #expect(await outcome(server, trusting: server.authority) == nil)
    }

    @Test func anExpiredCertificateIsRefused() async throws {
        let server = try SecureServer(days: -1)
        #expect(await outcome(server, trusting: server.authority) == .untrusted)
    }

    @Test func theCertificateOfAnotherHostIsRefused() async throws {
        let server = try SecureServer(name: "elsewhere.example")
        #expect(await outcome(server, trusting: server.authority) == .untrusted)
    }

    @Test func theCertificateOfAnotherAuthorityIsRefused() async throws {
        let (server, other) = (try SecureServer(), try SecureServer())
        #expect(await outcome(server, trusting: other.authority) == .untrusted)
    }

    @Test func aHostThatIsNotKnownCannotBeReached() async {
        #expect(await Self.outcome("https://nowhere.invalid/") == .unreachable)
    }

    @Test func theProxyOfTheEnvironmentIsAskedToLeadThere() async throws {
        let proxy = try LoopbackServer(script: OneAnswer(MadeAnswer(403, text: "no")))
        await #expect(processExitsWith: .success) { [address = proxy.address as String] in
            setenv("https_proxy", address, 1)
            #expect(await Self.outcome("https://nowhere.invalid/") != nil)
        }
        #expect(proxy.requests.map(\.path) == ["nowhere.invalid:443"])
    }

    @Test func aServerThatSpeaksAnOldProtocolIsRefused() async throws {
        let server = try SecureServer(["-tls1_1", "-cipher", "DEFAULT:@SECLEVEL=0"])
        #expect(await outcome(server, trusting: server.authority) == .untrusted)
    }
}

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
        try SystemProgram.run(
            "openssl", "req", "-new", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", request, "-subj",
            "/CN=\(name)", "-addext", "subjectAltName=DNS:\(name)")
        try SystemProgram.run(
            "openssl", "x509", "-req", "-in", request, "-signkey", key, "-copy_extensions", "copy", "-days",
            "\(days)", "-out", authority)
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
}
