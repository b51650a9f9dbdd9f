import Logging
import ParlandoCore
import ParlandoRecognition
import Synchronization

/// Captures and recognises one utterance. Must be used only once. Safe to call from any thread.
final class UtteranceEar: Sendable {
    enum News: Sendable {
        case level(Double)
        case heard(Transcript)
        case language(String)
        case closed
        case silence
        case failed(DictationFailure)
    }

    /// Seconds after which the microphone is closed if no word is spoken. Not used in conversations.
    private static let patience = 30

    /// The stream ends once everything has been recognised. Only one task may read it.
    let news: AsyncStream<News>
    private let dictation: DictationService
    private let delegate: Delegate
    private let kept: HeardSound
    private let listeners: Task<Void, Never>
    private let blocks: AsyncStream<AudioBlock>.Continuation
    private let isOver: Task<Void, Never>
    private let patience: Int?

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

    func listen(_ options: TranslatorOptions, _ recognition: RecognitionOptions) async {
        await dictation.start(
            DictationOptions(
                microphone: options.microphone, recognition: recognition,
                silenceStop: patience))
    }

    /// Words that were already spoken are still reported.
    func finish() async {
        await dictation.stop()
    }

    /// Discards sound that has not been recognised.
    func abort() async {
        await dictation.abort()
    }

    /// Waits until the microphone is free, even if the calling task is cancelled.
    func waitForEnd() async {
        await isOver.value
        blocks.finish()
        await listeners.value
    }

    /// Mono at `AudioBlock.sampleRate`.
    var sound: [Float] {
        kept.samples
    }
}

/// The beginning of the sound, so that recognition can be repeated.
private final class HeardSound: Sendable {
    /// Five minutes. Can be exceeded by one block.
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

@MainActor private final class Delegate: DictationServiceDelegate {
    private let door: AsyncStream<UtteranceEar.News>.Continuation
    private let end: AsyncStream<Void>.Continuation

    init(door: AsyncStream<UtteranceEar.News>.Continuation, end: AsyncStream<Void>.Continuation) {
        self.door = door
        self.end = end
    }

    func dictationService(_ service: DictationService, didReport event: DictationEvent) {
        switch event {
        case .phase(.finishing):
            door.yield(.closed)
        case .halt(.some):
            // The speech is kept, so that recognition can be repeated.
            Task { await service.stop() }
        case .phase(.deviceLost):
            // The speech so far is translated.
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

/// Finds the end of an utterance, on its own thread because that takes processor time.
actor SilenceWatch {
    private let executor = BlockingExecutor(label: "parlando.silence")
    private let gates: (any SpeechGateMaker)?
    private let silence: Double
    private let level: Double

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    init(gates: (any SpeechGateMaker)?, _ preferences: TranslatorPreferences) {
        self.gates = gates
        silence = preferences.silence
        level = preferences.silenceLevel
    }

    /// Returns false if the sound ended before the user fell silent.
    func waitForSilence(in blocks: AsyncStream<AudioBlock>) async -> Bool {
        var end = UtteranceEnd(silence: silence, level: level, gate: await makeGate())
        for await block in blocks {
            do {
                if try end.append(block.samples) {
                    return true
                }
            } catch {
                Logger(label: "parlando.translator").warning("the gate failed, loudness decides: \(error)")
                end = UtteranceEnd(silence: silence, level: level, gate: nil)
            }
        }
        return false
    }

    private func makeGate() async -> (any SpeechGate)? {
        do throws(RecognitionError) {
            return try await gates?.makeGate(isolation: self)
        } catch {
            Logger(label: "parlando.translator").info("no gate, loudness decides: \(error.detail)")
            return nil
        }
    }
}

/// Sends a copy of a microphone's sound to a second listener.
final class OverheardMicrophone: Microphone {
    private let source: any Microphone
    private let listener: AsyncStream<AudioBlock>.Continuation

    init(_ source: any Microphone, listener: AsyncStream<AudioBlock>.Continuation) {
        self.source = source
        self.listener = listener
    }

    func open(_ device: AudioDevice.ID?) async throws(AudioError) -> AsyncStream<CaptureEvent> {
        let events = try await source.open(device)
        let (copy, door) = AsyncStream.makeStream(of: CaptureEvent.self)
        Task { [listener] in
            for await event in events {
                if case .block(let block) = event {
                    listener.yield(block)
                }
                door.yield(event)
            }
            door.finish()
        }
        return copy
    }

    func close() {
        source.close()
    }
}
