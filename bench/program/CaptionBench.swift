import Foundation
import ParlandoALSA
import ParlandoCore
import ParlandoNetwork
import ParlandoRecognition
import ParlandoServices
import ParlandoSystem
import ParlandoTestSupport
import ParlandoWhisper

/// Writes captions with the program's own parts until the input ends. Prints each event as a line of JSON with the time
/// of the monotonic clock in seconds, for `scripts/bench captions`. The words are of recordings, not a user's.
@MainActor final class CaptionBench {
    private let models: ModelService
    private let service: CaptionService
    private let end: AsyncStream<Void>
    private let door: AsyncStream<Void>.Continuation

    /// - Parameter model: name in the catalogue. Its file must be there.
    init(model: String) throws {
        let folders = Folders()
        guard let catalogue = folders.resource("models.json") else {
            throw CocoaError(.fileNoSuchFile)
        }
        var preferences = Preferences()
        preferences.model = model
        let store = MemoryPreferenceStore(preferences)
        models = ModelService(
            store: FileModelStore(
                catalogue: try ModelCatalogue.load(catalogue), folder: folders.models, preferences: store,
                network: FakeNetworkStatus()),
            recognizer: LocalRecognizer(engines: [WhisperEngine()], gates: SileroGateReader()), preferences: store,
            memory: FakeMemoryPressure())
        let pair = EchoPair(microphone: ALSAMicrophone(), computer: ALSAMicrophone())
        service = CaptionService(
            microphone: pair.microphone, computer: pair.computer, recognizer: models, servers: nil, words: nil,
            recorder: nil, translator: nil)
        (end, door) = AsyncStream.makeStream(of: Void.self)
        service.delegate = self
    }

    /// - Parameter microphone: its ALSA name.
    func run(_ source: String, microphone: String) async {
        await models.begin(tidies: false)
        var options = CaptionOptions(source: CaptionSource(rawValue: source) ?? .both)
        (options.microphone, options.recognition.language) = (microphone, "en")
        options.labels = [.you: "You:", .computer: "Computer:"]
        await service.start(options)
        Thread.detachNewThread { [service] in
            while readLine() != nil {}
            Task { await service.stop() }
        }
        for await _ in end {}
    }

    private func report(_ type: String, _ key: String, _ value: Any) {
        let time = Double(SystemMonotonicClock().now.nanoseconds) / 1e9
        if let line = try? JSONSerialization.data(withJSONObject: ["t": time, "type": type, key: value]) {
            // Not buffered: the reader waits for it.
            FileHandle.standardOutput.write(line + Data("\n".utf8))
        }
    }
}

extension CaptionBench: CaptionServiceDelegate {
    func captionService(_ service: CaptionService, didReport event: CaptionEvent) {
        switch event {
        case .phase(.idle): door.finish()
        case .phase(let phase): report("phase", "text", "\(phase)")
        case .sentences(let sentences):
            let rows = sentences.map { [$0.id, $0.side.rawValue, $0.final.revealed, $0.interim.revealed] as [Any] }
            report("sentences", "sentences", rows)
        case .text(let transcript, _):
            report("text", "words", transcript.words.map { [$0.text, $0.start, $0.end] as [Any] })
        case .warning(let warning, let side): report("warning", "text", "\(side): \(warning)")
        case .failure(let failure, let side): report("failure", "text", "\(side): \(failure)")
        case .side, .elapsed, .untranslated: break
        }
    }
}
