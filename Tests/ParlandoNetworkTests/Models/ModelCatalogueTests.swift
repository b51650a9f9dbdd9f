import Foundation
import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoNetwork

@Suite struct ModelCatalogueTests {
    private static let digest = String(repeating: "0a", count: 32)

    /// A catalogue of one speech model with one field changed, and a voice activity model.
    private func load(_ field: String, _ value: Any) throws -> [SpeechModel] {
        var speech: [String: Any] = [
            "name": "tiny", "kind": "speech", "version": 1, "home": "https://example.org/", "path": "tiny.bin",
            "bytes": 10, "sha256": Self.digest, "multilingual": false,
        ]
        var voice = speech
        voice["name"] = "voice"
        voice["kind"] = "voice-activity"
        speech[field] = value
        return try ModelCatalogue.models(json: JSONSerialization.data(withJSONObject: ["models": [speech, voice]]))
    }

    private func fault(_ field: String, _ value: Any) -> CatalogueError.Kind? {
        do {
            _ = try load(field, value)
            return nil
        } catch {
            return (error as? CatalogueError)?.kind
        }
    }

    @Test func theCatalogueOfTheProgramIsRight() throws {
        let models = try ModelCatalogue.load(ProjectFolder.root.appending(path: "data/models.json").path)
        let multilingual = ["base", "small", "large-v3-turbo-q5_0", "large-v3-turbo"]
        let listed = models.filter { $0.kind != .voice }.map(\.name)
        #expect(listed == ["tiny.en", "base.en", "small.en"] + multilingual + ["silero-v6.2.0"])
        #expect(models.filter(\.isMultilingual).map(\.name) == multilingual)
        #expect(models.first?.fileName == "tiny.en-v1.bin")
    }

    @Test func everyFaultIsNamed() {
        #expect(fault("name", "fine") == nil)
        #expect(fault("kind", "voice") == .badVoice)
        #expect(fault("name", "voice") == .repeatedName)
        #expect(fault("name", "../up") == .badName)
        #expect(fault("name", "") == .badName)
        #expect(fault("version", 0) == .badName)
        #expect(fault("bytes", 0) == .badSize)
        #expect(fault("bytes", Int64.max) == .badSize)
        #expect(fault("bytes", "many") == .malformed)
        #expect(fault("sha256", String(repeating: "0", count: 63)) == .badChecksum)
        #expect(fault("sha256", String(repeating: "g", count: 64)) == .badChecksum)
        #expect(fault("home", "http://example.org/") == .badAddress)
        #expect(fault("home", "https://") == .badAddress)
        #expect(fault("path", "") == .badAddress)
        #expect(fault("kind", "music") == .malformed)
    }

    @Test func aFileThatIsNoCatalogueIsSaidToBeNone() {
        #expect(throws: CatalogueError(.unreadable, detail: "/nowhere")) { try ModelCatalogue.load("/nowhere") }
        #expect(throws: CatalogueError.self) { try ModelCatalogue.models(json: Data("{".utf8)) }
        #expect(throws: CatalogueError(.noVoiceActivity)) {
            try ModelCatalogue.models(json: Data(#"{"models": []}"#.utf8))
        }
    }
}
