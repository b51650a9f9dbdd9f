import ParlandoCore
import Synchronization

/// Captures and recognises one utterance, from opening the microphone to the last word. Must be used only once. Safe to
/// call from any thread.
final class UtteranceEar: Sendable {
    enum News: Sendable {
        case level(Double)
        /// The whole transcript so far.
        case heard(Transcript)
        case language(String)
        /// The microphone is closed and the last words are being recognised.
        case closed
        /// The microphone was closed because nobody spoke.
        case silence
        case failed(DictationFailure)
    }

    /// Timeout, in seconds, after which the microphone is closed if no word is spoken. Not used in conversations.
    private static let patience = 30

    /// Events of the utterance. The stream ends once everything has been recognised. Only one task may read the stream.
    let news: AsyncStream<News>
    private let dictation: DictationService
    private let delegate: Delegate
    private let kept: HeardSound
    private let listeners: Task<Void, Never>
    private let blocks: AsyncStream<AudioBlock>.Continuation
    private let isOver: Task<Void, Never>
    private let patience: Int?

    /// - Parameter quiet: number of seconds without words before this utterance.
    @MainActor init(_ parts: TranslatorPorts, _ options: TranslatorOptions, after quiet: Double) {
        let (news, door) = AsyncStream.makeStream(of: News.self)
        let (over, end) = AsyncStream.makeStream(of: Void.self)
        let (sound, blocks) = AsyncStream.makeStream(of: AudioBlock.self)
        let (judged, judge) = AsyncStream.makeStream(of: AudioBlock.self)
        let dictation = DictationService(
            microphone: OverheardMicrophone(parts.microphone, listener: blocks), recognizer: parts.recognizer,
            servers: parts.servers, clock: parts.clock)
        patience = options.isConversation ? options.silenceStop.map { max(1, $0 - Int(quiet)) } : Self.patience
        self.news = news
        self.blocks = blocks
        self.dictation = dictation
        delegate = Delegate(door: door, end: end)
        dictation.delegate = delegate
        isOver = Task {
            for await _ in over {}
        }
        let watch = SilenceWatch(gates: parts.gates, options.preferences)
        let kept = HeardSound()
        self.kept = kept
        listeners = Task {
            async let silence: Void = {
                if await watch.waitForSilence(in: judged) {
                    await dictation.stop()
                }
            }()
            for await block in sound {
                kept.append(block)
                judge.yield(block)
            }
            judge.finish()
            await silence
        }
    }

    /// Opens the microphone.
    func listen(_ options: TranslatorOptions, _ recognition: RecognitionOptions) async {
        await dictation.start(
            DictationOptions(
                microphone: options.microphone, recognition: recognition,
                silenceStop: patience))
    }

    /// Closes the microphone. Words that were already spoken are still reported.
    func finish() async {
        await dictation.stop()
    }

    /// Closes the microphone and discards sound that has not been recognised.
    func abort() async {
        await dictation.abort()
    }

    /// Waits until the microphone is free for others, even if the calling task is cancelled.
    func waitForEnd() async {
        await isOver.value
        blocks.finish()
        await listeners.value
    }

    /// The captured sound, mono at `AudioBlock.sampleRate`.
    var sound: [Float] {
        kept.samples
    }
}

/// Stores the beginning of the captured sound, so that recognition can be repeated.
private final class HeardSound: Sendable {
    /// Maximum number of samples stored: five minutes. Can be exceeded by one block.
    private static let most = 300 * AudioBlock.sampleRate

    private let kept = Mutex<[Float]>([])

    var samples: [Float] {
        kept.withLock { $0 }
    }

    func append(_ block: AudioBlock) {
        kept.withLock { kept in
            if kept.count < Self.most {
                kept += block.samples
            }
        }
    }
}

/// Forwards the events of the dictation service to the stream `news`.
@MainActor private final class Delegate: DictationServiceDelegate {
    private let door: AsyncStream<UtteranceEar.News>.Continuation
    private let end: AsyncStream<Void>.Continuation

    init(door: AsyncStream<UtteranceEar.News>.Continuation, end: AsyncStream<Void>.Continuation) {
        self.door = door
        self.end = end
    }

    func dictationService(_ service: any Dictating, didReport event: DictationEvent) {
        switch event {
        case .phase(.finishing):
            door.yield(.closed)
        case .halt(.some):
            // A server failed. The speech so far is kept here, so that recognition can be repeated.
            Task { await service.stop() }
        case .phase(.deviceLost):
            // The speech so far is translated. If the microphone comes back later, it is not used.
            Task { await service.stop() }
        case .phase(.idle):
            door.finish()
            end.finish()
        case .transcript(let transcript):
            door.yield(.heard(transcript))
        case .level(let level):
            door.yield(.level(level))
        case .language(let code, _):
            door.yield(.language(code))
        case .failure(let failure):
            door.yield(.failed(failure))
        case .silence:
            door.yield(.silence)
        case .phase, .heard, .elapsed, .warning, .halt, .recognised:
            break
        }
    }
}
