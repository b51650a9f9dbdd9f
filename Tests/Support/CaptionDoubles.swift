public import ParlandoCore
public import ParlandoServices

/// Delegate that records all events of a caption service and lets a test await them.
@MainActor public final class SpyCaptionDelegate: CaptionServiceDelegate, NewsKeeping {
    public let log = NewsLog<CaptionEvent>()

    public init() {}

    public var phases: [DictationPhase] {
        news.compactMap { if case .phase(let phase) = $0 { phase } else { nil } }
    }

    public var sentences: [CaptionSentence] {
        news.compactMap { if case .sentences(let sentences) = $0 { sentences } else { nil } }.last ?? []
    }

    public var failures: [TranslatorFailure?] {
        news.compactMap { if case .untranslated(let failure) = $0 { .some(failure) } else { nil } }
    }

    public var text: String? {
        news.compactMap { if case .text(let transcript, _) = $0 { transcript.text } else { nil } }.last
    }

    public func wait(for phase: DictationPhase, times count: Int = 1) async {
        while phases.count(where: { $0 == phase }) < count {
            await next { $0 == .phase(phase) }
        }
    }

    /// Returns once the latest sentences meet the condition.
    public func waitForSentences(_ condition: @escaping ([CaptionSentence]) -> Bool) async {
        if !condition(sentences) {
            await next { if case .sentences(let sentences) = $0 { condition(sentences) } else { false } }
        }
    }

    public func captionService(_ service: CaptionService, didReport event: CaptionEvent) {
        log.hear(event)
    }
}

/// Recognizer of both sides of captions, which tells them apart by their sound: that of the computer is negative.
public struct SidedRecognizer: SpeechRecognizer {
    private let you: ScriptedRecognizer
    private let computer: ScriptedRecognizer

    public init(you: ScriptedRecognizer, computer: ScriptedRecognizer) {
        self.you = you
        self.computer = computer
    }

    public func transcribe(
        _ blocks: AsyncStream<AudioBlock>, options: RecognitionOptions
    ) -> AsyncThrowingStream<RecognitionEvent, any Error> {
        .working { door in
            var waiting = blocks.makeAsyncIterator()
            guard let first = await waiting.next() else {
                return
            }
            let (sound, input) = AsyncStream.makeStream(of: AudioBlock.self)
            input.yield(first)
            let passing = Task {
                for await block in blocks {
                    input.yield(block)
                }
                input.finish()
            }
            let recognizer = first.samples.first ?? 0 < 0 ? computer : you
            for try await event in recognizer.transcribe(sound, options: options) {
                door.yield(event)
            }
            passing.cancel()
        }
    }
}
