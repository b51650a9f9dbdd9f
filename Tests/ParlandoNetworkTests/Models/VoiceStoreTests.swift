import Foundation
import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoNetwork

/// Natural voices in the store: a network with its configuration.
@Suite struct VoiceStoreTests {
    private static let json = Array(
        """
        {"audio": {"sample_rate": 16000}, "espeak": {"voice": "de"}, "dataset": "erna",
         "phoneme_id_map": {"_": [0], "^": [1], "$": [2]}}
        """.utf8)
    /// A graph of 200 000 bytes: three inputs, an output and weights.
    private static let network: [UInt8] =
        [0x08, 0x08, 0x3A, 0xC0, 0x9A, 0x0C] + ends + [0x2A, 0xB4, 0x9A, 0x0C] + Bench.noise(199_988, seed: 5)
    private static let ends: [UInt8] = [0x5A, 0, 0x5A, 0, 0x5A, 0, 0x62, 0]

    private let folder: TemporaryFolder
    private let server: LoopbackServer
    private let voice: SpeechModel

    init() throws {
        folder = try TemporaryFolder()
        server = try LoopbackServer(ServedFile(Self.network))
        server.serve(ServedFile(Self.json), at: "/voice.onnx.json")
        voice = SpeechModel(
            name: "erna", kind: .voice, path: "voice.onnx", home: server.address, bytes: Int64(Self.network.count),
            sha256: Self.sum(Self.network),
            voice: VoiceFacts(
                language: "de", speaker: "Erna", rate: 16000,
                configuration: .init(
                    path: "voice.onnx.json", bytes: Int64(Self.json.count), sha256: Self.sum(Self.json))))
    }

    private func store(_ path: String? = nil) -> FileModelStore {
        FileModelStore(
            catalogue: [voice], folder: path ?? folder.path, preferences: MemoryPreferenceStore(),
            network: FakeNetworkStatus(), clock: ManualClock(advancesItself: true))
    }

    private func fetch(_ store: FileModelStore) async throws {
        for try await _ in store.fetch(voice, allowMetered: false) {}
    }

    @Test func aVoiceIsThereOnceBothFilesAre() async throws {
        let store = store()
        try await fetch(store)
        #expect(server.requests.map(\.path) == ["/voice.onnx.json", "/voice.onnx"])
        #expect(folder.names == ["erna-v1.onnx", "erna-v1.onnx.json"])
        let files = try #require(store.voiceFiles(of: voice))
        #expect(files.weights.hasSuffix("erna-v1.onnx") && files.configuration.hasSuffix("erna-v1.onnx.json"))
        try FileManager.default.removeItem(atPath: files.configuration)
        #expect(store.path(of: voice) == nil && store.voiceFiles(of: voice) == nil)
        // What is there already is not fetched again.
        try await fetch(store)
        #expect(server.requests.map(\.path).suffix(1) == ["/voice.onnx.json"])
        try await store.remove(voice)
        #expect(folder.names.isEmpty)
    }

    @Test func aDamagedNetworkIsSetAsideAndItsConfigurationIsNot() async throws {
        let store = store()
        try await fetch(store)
        var bytes = Self.network
        bytes[1000] ^= 1
        try folder.write(bytes, to: "erna-v1.onnx")
        await #expect(throws: ModelError.self) { try await store.ensureWhole(voice) }
        #expect(try await store.setAsideDamaged(voice) == [voice])
        #expect(folder.names.contains("erna-v1.onnx.json") && !folder.names.contains("erna-v1.onnx"))
    }

    @Test func aPairFromDiskBecomesAVoice() async throws {
        let other = try TemporaryFolder()
        let network = Self.network + [0x42, 0x01, 0]
        try other.write(network, to: "de DE-erna.onnx")
        try other.write(Self.json, to: "de DE-erna.onnx.json")
        let store = store()
        let made = try await store.importVoice(from: other.file("de DE-erna.onnx"))
        #expect(made.name == "de-DE-erna" && made.isOwn && made.voice?.language == "de" && made.voice?.rate == 16000)
        #expect(made.voice?.speaker == "erna")
        #expect(self.store().ownVoices == [made] && store.voices == [voice, made])
        #expect(folder.bytes(of: "de-DE-erna-own.onnx") == network)
        for file in store.files(of: made) {
            try await store.ensureWhole(file)
        }
        // The same again replaces it, another of the same name is a second one.
        #expect(try await store.importVoice(from: other.file("de DE-erna.onnx")) == made)
        try other.write(Self.network + [0x42, 0x01, 1], to: "de DE-erna.onnx")
        #expect(try await store.importVoice(from: other.file("de DE-erna.onnx")).name == "de-DE-erna-2")
        try await store.putAway(made)
        #expect(store.ownVoices.map(\.name) == ["de-DE-erna-2"])
        try await store.bringBack(made)
        #expect(store.ownVoices.contains(made))
        try await store.remove(made)
        #expect(store.ownVoices.map(\.name) == ["de-DE-erna-2"])
    }

    @Test func aPairFromDiskHasNoNameOfAVoiceOfTheCatalogue() async throws {
        let other = try TemporaryFolder()
        try other.write(Self.network + [0x42, 0x01, 0], to: "erna.onnx")
        try other.write(Self.json, to: "erna.onnx.json")
        let store = store()
        let made = try await store.importVoice(from: other.file("erna.onnx"))
        #expect(made.name == "erna-2")
        #expect(Set(store.voices.map(\.name)).count == 2)
        // The same again has the name that it has.
        #expect(try await store.importVoice(from: other.file("erna.onnx")) == made)
        #expect(store.voices.count == 2)
    }

    @Test func whatAnotherProgramImportsIsSeen() async throws {
        let other = try TemporaryFolder()
        try other.write(Self.network + [0x42, 0x01, 0], to: "a.onnx")
        try other.write(Self.json, to: "a.onnx.json")
        let store = store()
        #expect(store.ownVoices == [])
        let made = try await self.store().importVoice(from: other.file("a.onnx"))
        #expect(store.ownVoices == [made])
    }

    @Test func aFileThatCannotBeReadIsTheSourcesFault() {
        let error = #expect(throws: ModelError.self) { _ = try OpenFile.source("/proc/none") }
        #expect(error?.kind == .notReadable)
    }

    /// Imports a voice, and cancels the import once this fraction of the file has been read.
    private func importInVain(_ path: String, until end: Double) async {
        let store = store()
        let importing = Task {
            try await ModelImporter().importVoice(from: path, into: store) { fraction in
                if fraction >= end {
                    withUnsafeCurrentTask { $0?.cancel() }
                }
            }
        }
        await #expect(throws: CancellationError.self) { _ = try await importing.value }
    }

    @Test(arguments: [0.1, 0.6, 1]) func anImportThatIsCancelledKeepsNothing(at end: Double) async throws {
        let other = try TemporaryFolder()
        // A field of a million bytes, which is read in several pieces.
        let field = [0x42, 0xC0, 0x84, 0x3D] + Bench.noise(1_000_000, seed: 7)
        try other.write(Self.network + field, to: "a.onnx")
        try other.write(Self.json, to: "a.onnx.json")
        await importInVain(other.file("a.onnx"), until: end)
        #expect(folder.names.isEmpty)
    }

    @Test(arguments: [0.1, 0.6, 1]) func aVoiceThatIsImportedAgainInVainStaysAsItWas(until end: Double) async throws {
        let other = try TemporaryFolder()
        try other.write(Self.network + [0x42, 0x01, 0], to: "a.onnx")
        try other.write(Self.json, to: "a.onnx.json")
        let made = try await store().importVoice(from: other.file("a.onnx"))
        let names = folder.names
        try other.write(Self.json + Array(" ".utf8), to: "a.onnx.json")
        await importInVain(other.file("a.onnx"), until: end)
        #expect(store().ownVoices == [made] && folder.names == names)
        #expect(folder.bytes(of: "a-own.onnx.json") == Self.json)
    }

    @Test func aModelWhoseImportIsCancelledAtItsEndIsNotKept() async throws {
        let other = try TemporaryFolder()
        try other.write([], to: "empty")
        let empty = SpeechModel(name: "empty", bytes: 0, sha256: Self.sum([]))
        let store = store()
        let importing = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await ModelImporter().importModel(empty, from: other.file("empty"), into: store) { _ in }
        }
        await #expect(throws: CancellationError.self) { try await importing.value }
        #expect(folder.names.isEmpty)
    }

    @Test func aPublishedVoiceFromDiskIsTheOneOfTheCatalogue() async throws {
        let other = try TemporaryFolder()
        try other.write(Self.network, to: "x.onnx")
        try other.write(Self.json, to: "x.onnx.json")
        let store = store()
        #expect(try await store.importVoice(from: other.file("x.onnx")) == voice)
        #expect(store.ownVoices.isEmpty && store.path(of: voice) != nil)
        #expect(server.requests.isEmpty)
    }

    @Test func whatIsNoVoiceIsRefusedAndNothingIsKept() async throws {
        let other = try TemporaryFolder()
        let store = store()
        func failure() async -> ModelError.Kind? {
            do {
                _ = try await store.importVoice(from: other.file("x.onnx"))
                return nil
            } catch {
                return (error as? ModelError)?.kind
            }
        }
        #expect(await failure() == .notPresent)
        try other.write(Self.network, to: "x.onnx")
        #expect(await failure() == .configurationMissing)
        try other.write(Array("{}".utf8), to: "x.onnx.json")
        #expect(await failure() == .notVoice)
        try other.write(Self.json, to: "x.onnx.json")
        try other.write(Array(Self.network.dropLast(10)), to: "x.onnx")
        #expect(await failure() == .notVoice)
        let noise: [UInt8] = [0x3A, 0xC0, 0x9A, 0x0C] + Bench.noise(200_000, seed: 5)
        for network in [[], [0x3A, 8] + Self.ends, noise] {
            try other.write(network, to: "x.onnx")
            #expect(await failure() == .notVoice)
        }
        #expect(folder.names.isEmpty)
    }

    @Test func theShippedVoicesAreInTheCatalogue() throws {
        let voices = try ModelCatalogue.load(ProjectFolder.root.path + "/data/models.json").filter { $0.kind == .voice }
        #expect(voices.contains { $0.name == "en_US-joe-medium" })
        for voice in voices {
            let facts = try #require(voice.voice)
            #expect(SpeechLanguage.translated.contains { $0.code == facts.language }, "\(voice.name)")
            #expect(!facts.licence.isEmpty && facts.gender != nil && voice.engine == "piper")
            #expect(voice.configuration?.path == voice.path + ".json")
        }
    }

    private static func sum(_ bytes: [UInt8]) -> String {
        let digest = SHA256()
        digest.update(bytes)
        return digest.hexadecimal()
    }
}
