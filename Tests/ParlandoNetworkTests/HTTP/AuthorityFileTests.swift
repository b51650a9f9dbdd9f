import Foundation
import ParlandoCore
import ParlandoSystem
import ParlandoTestSupport
import Testing

@testable import ParlandoNetwork

/// Where it is not known whom to trust nobody is.
@Suite(.timeLimit(.minutes(1))) struct AuthorityFileTests {
    private let folder: TemporaryFolder
    private var file: String { folder.file("authorities.pem") }

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A folder in place of the file cannot be read, whoever reads.
    private func lay(_ reason: AuthorityFault.Reason) throws {
        switch reason {
        case .missing: break
        case .unreadable: try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: true)
        case .empty: try folder.write([], to: "authorities.pem")
        case .notCertificates: try folder.write(Array("-----BEGIN CERTIFICATE-----\nno\n".utf8), to: "authorities.pem")
        }
    }

    @Test(arguments: AuthorityFault.Reason.allCases)
    func aFileThatCannotBeUsedIsNamedAndNothingIsSent(reason: AuthorityFault.Reason) async throws {
        try lay(reason)
        let fault = AuthorityFault(file, reason)
        #expect(AuthorityFile(file).fault == fault)
        let server = try LoopbackServer()
        #expect(await HTTPClient(authorityFile: file).kind(HTTPRequest(server.address)) == .authorities(fault))
        #expect(server.requests.isEmpty)
    }

    @Test(arguments: [
        "no certificates at all", "-----BEGIN CERTIFICATE-----\n\n-----END CERTIFICATE-----",
        "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----",
        "-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----", "\0\0\0\0",
    ])
    func whatHoldsNoCertificateIsNoFileOfAuthorities(text: String) throws {
        try folder.write(Array(text.utf8), to: "authorities.pem")
        #expect(AuthorityFile(file).fault?.reason == .notCertificates)
    }

    /// Looks like a certificate, and is none: what the library says is told in the same way.
    @Test func whatTheLibraryCannotReadIsNamedToo() async throws {
        let certificate = "-----BEGIN CERTIFICATE-----\nMAAA\n-----END CERTIFICATE-----\n"
        try folder.write(Array(certificate.utf8), to: "authorities.pem")
        #expect(AuthorityFile(file).fault == nil)
        let server = try SecureServer()
        let kind = await HTTPClient(authorityFile: file).kind(HTTPRequest(server.address))
        #expect(kind == .authorities(AuthorityFault(file, .notCertificates)))
    }

    @Test(arguments: AuthorityFault.Reason.allCases)
    func googleGetsNothingWhileItIsNotKnownWhoVouchesForIt(reason: AuthorityFault.Reason) async throws {
        try lay(reason)
        let fault = AuthorityFault(file, reason)
        let services = NetworkServices(
            keys: ServiceKeys(
                FakeSecretStore(), environment: ["PARLANDO_GEMINI_KEY": "k", "PARLANDO_GOOGLE_KEY": "k"]),
            authorities: file, local: ScriptedSynthesizer(), decoder: SoundFileDecoder())
        let preferences = TranslatorPreferences()
        #expect(await Heard(services.translator(preferences), "x").kind == .authorities(fault))
        await #expect(throws: TranslationError.self) { try await services.translator(preferences).models() }
        for kind in [VoiceServiceKind.gemini, .google] {
            await #expect {
                _ = try await services.synthesizer(kind, preferences).speak(SynthesisRequest("x", language: "es"))
            } throws: {
                ($0 as? SynthesisError)?.kind == .authorities(fault)
            }
        }
    }

    @Test(arguments: [
        "https://generativelanguage.googleapis.com/", "https://GenerativeLanguage.GoogleAPIs.com",
        "https://generativelanguage.googleapis.com:443", "HTTPS://generativelanguage.googleapis.com",
    ])
    func googleIsGoogleHoweverItsAddressIsWritten(address: String) async {
        var homes = ServiceHomes()
        homes.gemini = address
        let services = NetworkServices(
            keys: ServiceKeys(FakeSecretStore(), environment: ["PARLANDO_GEMINI_KEY": "k"]), authorities: file,
            local: ScriptedSynthesizer(), decoder: SoundFileDecoder(), homes: homes)
        let kind = await Heard(services.translator(TranslatorPreferences()), "x").kind
        #expect(kind == .authorities(AuthorityFault(file, .missing)))
    }

    @Test func otherHostsNeedNoneOfGooglesAuthorities() async throws {
        let server = try LoopbackServer()
        server.answer("{}")
        #expect(await HTTPClient(for: server.address, googleAuthorities: file).kind(HTTPRequest(server.address)) == nil)
    }

    @Test func theProgramsOwnFileCanBeUsed() {
        let source = ProjectFolder.root.appending(path: "data/google-authorities.pem").path
        #expect(AuthorityFile(source).fault == nil)
    }
}
