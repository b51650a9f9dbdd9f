public import ParlandoCore
import Synchronization

/// Store of voices whose files are names in a set. Thread-safe.
public final class FakeVoiceStore: ModelStore {
    public let catalogue: [SpeechModel]
    private let present: Mutex<Set<String>>
    private let damaged = Mutex<Set<String>>([])
    private let ends = AsyncStream.makeStream(of: Void.self)
    private let away = Mutex<(asides: [String], removed: [String], deleted: [String])>(([], [], []))
    private let failure = Mutex<ModelError?>(nil)

    public var asides: [String] { away.withLock { $0.asides } }
    public var removed: [String] { away.withLock { $0.removed } }
    public var deleted: [String] { away.withLock { $0.deleted } }

    /// - Parameters:
    ///   - names: language of each voice.
    ///   - present: names of the voices on disk.
    ///   - home: where the voices come from; empty for those of the user's own.
    public init(_ names: [String: String], present: Set<String>, home: String = "https://example.invalid/") {
        catalogue = names.sorted { $0.key < $1.key }.map { name, language in
            SpeechModel(
                name: name, kind: .voice, home: home, bytes: 100, sha256: "",
                voice: VoiceFacts(
                    language: language, speaker: name, gender: .male, rate: 22050,
                    configuration: .init(path: "c", bytes: 1, sha256: "")))
        }
        self.present = Mutex(present)
    }

    public func place(_ name: String) {
        present.withLock { _ = $0.insert(name) }
    }

    /// Sets the error of all following imports, removals and restorations, or nil for success.
    public func fail(with error: ModelError?) {
        failure.withLock { $0 = error }
    }

    private func check() throws(ModelError) {
        if let failure = failure.withLock({ $0 }) {
            throw failure
        }
    }

    public func path(of model: SpeechModel) -> String? {
        present.withLock { $0.contains(model.name) } ? "/voices/\(model.fileName)" : nil
    }

    public func diskUse(of model: SpeechModel) -> Int64 {
        path(of: model) == nil ? 0 : model.bytes
    }

    public func fetch(_ model: SpeechModel, allowMetered: Bool) -> AsyncThrowingStream<ModelFetchEvent, any Error> {
        AsyncThrowingStream { door in
            guard allowMetered else {
                return door.finish(throwing: ModelError(.metered))
            }
            door.yield(.downloading(TransferProgress(bytes: 50, total: 100, rate: 1)))
            present.withLock { _ = $0.insert(model.name) }
            door.finish()
        }
    }

    public func importModel(
        _ model: SpeechModel, from path: String
    ) -> AsyncThrowingStream<ModelFetchEvent, any Error> {
        AsyncThrowingStream { $0.finish(throwing: ModelError(.notThisModel)) }
    }

    /// An import lasts until `endImport`. That of /a/mine.onnx then notices that it was cancelled; that of /a/late.onnx
    /// is complete, as the first voice of the catalogue. Others fail.
    public func importVoice(
        from path: String, report: @Sendable (_ fraction: Double) async -> Void
    ) async throws -> SpeechModel {
        try check()
        guard let voice = catalogue.first, ["/a/mine.onnx", "/a/late.onnx"].contains(path) else {
            throw ModelError(.notThisModel)
        }
        await report(0.5)
        // Not cancelled with the import.
        await Task { [ends] in
            for await _ in ends.stream {
                break
            }
        }.value
        guard path == "/a/late.onnx" else {
            throw CancellationError()
        }
        present.withLock { _ = $0.insert(voice.name) }
        return voice
    }

    public func endImport() {
        ends.continuation.yield()
    }

    /// Makes `verify` report a wrong checksum for a voice.
    public func damage(_ name: String) {
        damaged.withLock { _ = $0.insert(name) }
    }

    public func ensureWhole(_ model: SpeechModel) async throws(ModelError) {
        try await verify(model)
    }

    public func verify(_ model: SpeechModel) async throws(ModelError) {
        if damaged.withLock({ $0.contains(model.name) }) {
            throw ModelError(.wrongChecksum)
        }
    }

    public func setAside(_ model: SpeechModel) async throws(ModelError) {
        away.withLock { $0.asides.append(model.name) }
    }

    public func remove(_ model: SpeechModel) async throws(ModelError) {
        away.withLock { $0.removed.append(model.name) }
        present.withLock { _ = $0.remove(model.name) }
    }

    public func putAway(_ model: SpeechModel) async throws(ModelError) {
        try check()
        present.withLock { _ = $0.remove(model.name) }
    }

    public func bringBack(_ model: SpeechModel) async throws(ModelError) {
        try check()
        present.withLock { _ = $0.insert(model.name) }
    }

    public func deletePutAway(_ model: SpeechModel) async throws(ModelError) {
        away.withLock { $0.deleted.append(model.name) }
    }

    public func deleteAllPutAway() async throws(ModelError) {}
}

/// Reads voices that say nothing but that they spoke.
public final class FakeVoiceEngine: VoiceEngine {
    private struct State {
        var isInstalled = true
        var taken: [String] = []
        var spoken: [String] = []
        var failure: SynthesisError?
        var silence: SynthesisError?
    }

    private let state = Mutex(State())

    public init() {}

    public var isInstalled: Bool { state.withLock { $0.isInstalled } }
    public var taken: [String] { state.withLock { $0.taken } }
    public var spoken: [String] { state.withLock { $0.spoken } }

    public func become(installed: Bool) {
        state.withLock { $0.isInstalled = installed }
    }

    public func fail(_ error: SynthesisError) {
        state.withLock { $0.failure = error }
    }

    public func silence(_ error: SynthesisError) {
        state.withLock { $0.silence = error }
    }

    public func read(_ files: VoiceFiles) async throws(SynthesisError) -> any LoadedVoice {
        let failure = state.withLock { state -> SynthesisError? in
            state.taken.append(files.model.name)
            defer { state.failure = nil }
            return state.failure
        }
        if let failure {
            throw failure
        }
        return Speaker(name: files.model.name, engine: self)
    }

    private struct Speaker: LoadedVoice {
        let name: String
        let engine: FakeVoiceEngine

        func speak(_ text: Private<String>, rate: Double) async throws -> SpokenSound {
            if let silence = engine.state.withLock({ $0.silence }) {
                throw silence
            }
            engine.state.withLock { $0.spoken.append(name) }
            return SpokenSound(samples: [0.1, 0.2], rate: 22_050)
        }
    }
}
