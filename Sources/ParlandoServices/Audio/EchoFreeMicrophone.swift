public import ParlandoCore
import ParlandoSignal

/// Two microphones that pass on the sound of those given: `microphone` without what `computer` plays, about a tenth of a
/// second later, as long as both give sound. Otherwise each passes unchanged.
public final class EchoPair: Sendable {
    public let microphone: any Microphone
    public let computer: any Microphone

    /// - Parameter computer: hears what the loudspeakers play.
    public init(microphone: any Microphone, computer: any Microphone) {
        let sound = PairedSound()
        self.microphone = PairedMicrophone(side: .heard, microphone: microphone, sound: sound)
        self.computer = PairedMicrophone(side: .played, microphone: computer, sound: sound)
    }
}

private struct PairedMicrophone: Microphone {
    let side: PairedSound.Side
    let microphone: any Microphone
    let sound: PairedSound

    func open(_ device: AudioDevice.ID?) async throws(AudioError) -> AsyncStream<CaptureEvent> {
        let events = try await microphone.open(device)
        let (stream, listener) = AsyncStream.makeStream(of: CaptureEvent.self)
        let number = await sound.open(side, for: listener)
        let passing = Task {
            for await event in events {
                await sound.take(event, of: side, number, for: listener)
            }
            await sound.close(side, number)
            listener.finish()
        }
        // Nobody reads the stream any more. Cancelling closes the microphone.
        listener.onTermination = { _ in passing.cancel() }
        return stream
    }

    func close() {
        microphone.close()
    }
}

/// Brings both sounds onto one clock, by when their blocks arrive and by how many samples came. Never blocks.
private actor PairedSound {
    enum Side {
        case heard, played
    }

    /// What is played may arrive later than the microphone hears it: so many samples of the microphone wait for it.
    private static let hold = AudioBlock.sampleRate * 80 / 1000
    /// A sound server that plays nothing may give nothing; the microphone waits no longer.
    private static let patience = hold + AudioBlock.sampleRate * 3 / 10

    /// How often each was opened.
    private var opened: [Side: Int] = [.heard: 0, .played: 0]
    private var giving: Set<Side> = []
    private var listener: AsyncStream<CaptureEvent>.Continuation?

    /// Nil while one of both gives no sound.
    private var canceller: EchoCanceller?
    /// What the microphone heard and the canceller has not got.
    private var waiting: [Float] = []
    /// Samples that the microphone heard, that the canceller got, and that were passed on.
    private var (heardCount, cleanedCount, passedCount) = (0, 0, 0)
    /// By how many samples more was played than heard, at the last arrivals and evened out; whether nothing arrives.
    private var (leads, lead, isStalled): ([Int], Int?, Bool) = ([], nil, false)

    /// Returns the number of the opening; what comes from an earlier one passes unchanged.
    func open(_ side: Side, for listener: AsyncStream<CaptureEvent>.Continuation) -> Int {
        stop(side)
        opened[side, default: 0] += 1
        self.listener = side == .heard ? listener : self.listener
        start(side)
        return opened[side, default: 0]
    }

    func close(_ side: Side, _ number: Int) {
        if opened[side] == number {
            stop(side)
        }
    }

    func take(
        _ event: CaptureEvent, of side: Side, _ number: Int, for listener: AsyncStream<CaptureEvent>.Continuation
    ) {
        switch event {
        case _ where opened[side] != number: break
        case .block(let block):
            if let canceller {
                add(block.samples, of: side, to: canceller)
                if side == .heard {
                    return
                }
            }
        case .lost: stop(side)
        case .restored: start(side)
        }
        listener.yield(event)
    }

    private func start(_ side: Side) {
        giving.insert(side)
        if giving.count == 2, canceller == nil {
            canceller = EchoCanceller()
            (heardCount, cleanedCount, passedCount) = (0, 0, 0)
            (leads, lead, isStalled) = ([], nil, false)
        }
    }

    /// Passes on what waits.
    private func stop(_ side: Side) {
        giving.remove(side)
        if let canceller {
            waiting += [Float](repeating: 0, count: 2 * EchoCanceller.frame - 1)
            advance(canceller, patience: 0)
            (self.canceller, waiting) = (nil, [])
        }
    }

    private func add(_ samples: [Float], of side: Side, to canceller: EchoCanceller) {
        if side == .heard {
            heardCount += samples.count
            waiting += samples
        } else {
            if isStalled {
                canceller.forget()
                (leads, lead, isStalled) = ([], nil, false)
            }
            canceller.play(samples)
        }
        if heardCount > 0, canceller.playedCount > 0, !isStalled {
            // The jitter of about three seconds is evened out.
            leads = leads.suffix(255) + [canceller.playedCount - heardCount]
            let median = leads.sorted()[leads.count / 2]
            // The echo is sought anew where the lead changes.
            if abs(median - (lead ?? .max / 2)) > EchoCanceller.frame {
                lead = median
            }
        }
        advance(canceller, patience: Self.patience)
    }

    private func advance(_ canceller: EchoCanceller, patience: Int) {
        while waiting.count >= EchoCanceller.frame {
            let end = cleanedCount + EchoCanceller.frame + (lead ?? 0) + Self.hold
            if canceller.playedCount < end {
                guard waiting.count - EchoCanceller.frame >= patience else {
                    return
                }
                isStalled = patience > 0
            }
            let clean = canceller.clean(Array(waiting.prefix(EchoCanceller.frame)), playedUpTo: end)
            waiting.removeFirst(EchoCanceller.frame)
            cleanedCount += EchoCanceller.frame
            // It is a frame late, and the silence at the end was not heard.
            let due = Array(clean.prefix(cleanedCount == EchoCanceller.frame ? 0 : heardCount - passedCount))
            passedCount += due.count
            if !due.isEmpty {
                listener?.yield(.block(AudioBlock(samples: due)))
            }
        }
    }
}
