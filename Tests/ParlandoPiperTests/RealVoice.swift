import Foundation
import ParlandoCore
import ParlandoEspeak
import ParlandoNetwork
import ParlandoPiper
import ParlandoServices
import ParlandoSystem
import ParlandoTestSupport

/// The real voice that setup has fetched.
enum RealVoice {
    static let name = "en_US-joe-medium"
    static let libraries = Folders().libraries("libsherpa-onnx-c-api.so")

    /// The models that setup has fetched, or those in another folder.
    static func store(_ folder: String = Folders().models) throws -> FileModelStore {
        FileModelStore(
            catalogue: try ModelCatalogue.load(ProjectFolder.root.path + "/data/models.json"), folder: folder,
            preferences: MemoryPreferenceStore(), network: FakeNetworkStatus())
    }

    static func model(_ store: any ModelStore) -> SpeechModel? {
        store.voices.first { $0.name == name }
    }

    static func engine() -> PiperEngine {
        PiperEngine(phonemes: EspeakPhonemizer(), libraries: libraries)
    }

    /// Whether the voice and the library are there.
    static let isThere: Bool = {
        guard let store = try? store(), let model = model(store) else {
            return false
        }
        return store.voiceFiles(of: model) != nil && engine().isInstalled
    }()

    /// A folder with copies of the voice's files, which a test may change. The files that setup has fetched are reached
    /// through links, and a copied link would lead to them.
    static func copy() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let store = try store()
        guard let model = model(store), let files = store.voiceFiles(of: model) else {
            return folder
        }
        for path in [files.weights, files.configuration] {
            let file = URL(filePath: path)
            try FileManager.default.copyItem(
                atPath: file.resolvingSymlinksInPath().path, toPath: folder.file(file.lastPathComponent))
        }
        return folder
    }

    static func voices(_ store: any ModelStore, engine: any VoiceEngine = engine()) -> NaturalVoices {
        NaturalVoices(
            store: store, engine: engine, preferences: MemoryPreferenceStore(), memory: FakeMemoryPressure())
    }

    static func synthesizer(_ store: any ModelStore) -> LocalSynthesizer {
        LocalSynthesizer(natural: voices(store), plain: EspeakSynthesizer())
    }
}

/// Counts the voices that an engine has read, and the clauses that they have spoken to the end.
actor ReadingCounter {
    private(set) var count = 0
    private(set) var spoken = 0

    func add() {
        count += 1
    }

    func addSpoken() {
        spoken += 1
    }
}

/// An engine that counts the voices that it reads, and announces each clause.
struct CountingEngine: VoiceEngine {
    let engine = RealVoice.engine()
    let counter = ReadingCounter()
    /// An element for each clause that a voice begins. For a single reader.
    let clauses = AsyncStream.makeStream(of: Void.self)

    var isInstalled: Bool { engine.isInstalled }

    func read(_ files: VoiceFiles) async throws(SynthesisError) -> any LoadedVoice {
        await counter.add()
        return Announced(voice: try await engine.read(files), counter: counter, door: clauses.continuation)
    }

    private struct Announced: LoadedVoice {
        let voice: any LoadedVoice
        let counter: ReadingCounter
        let door: AsyncStream<Void>.Continuation

        func speak(_ text: Private<String>, rate: Double) async throws -> SpokenSound {
            door.yield()
            let sound = try await voice.speak(text, rate: rate)
            await counter.addSpoken()
            return sound
        }
    }
}
