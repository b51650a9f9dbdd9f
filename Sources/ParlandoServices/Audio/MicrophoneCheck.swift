public import ParlandoCore
import ParlandoSignal

/// An event that a microphone check reports to its delegate.
public enum MicrophoneCheckEvent: Sendable, Equatable {
    /// Level of the last few hundredths of a second, in dBFS. Reported about 30 times a second.
    case level(Double)
    /// The microphone could not be opened, or was disconnected.
    case failure(AudioError)
}

/// Receives a microphone check's events on the main actor, in the order in which they happened.
@MainActor public protocol MicrophoneCheckDelegate: AnyObject {
    func microphoneCheck(_ check: any MicrophoneChecking, didReport event: MicrophoneCheckEvent)
}

/// The commands that a presenter can give to a microphone check.
public protocol MicrophoneChecking: Actor {
    @MainActor var delegate: (any MicrophoneCheckDelegate)? { get set }
    /// Opens a microphone (nil: the system's default) and begins to measure. Replaces the microphone that is open, if
    /// any.
    func listen(to device: AudioDevice.ID?)
    /// Closes the microphone and stops measuring.
    func end()
}

/// Measures the loudness at a microphone, so that users can see whether it picks up their voice. The sound is not kept.
public actor MicrophoneCheck: MicrophoneChecking {
    @MainActor public weak var delegate: (any MicrophoneCheckDelegate)?

    private let microphone: any Microphone
    private let outbox = Outbox<MicrophoneCheckEvent>()
    private var listening: Task<Void, Never>?

    /// - Parameter microphone: a microphone that nothing else uses while this check listens.
    public init(microphone: any Microphone) {
        self.microphone = microphone
        outbox.deliver(through: self)
    }

    deinit {
        listening?.cancel()
    }

    public func listen(to device: AudioDevice.ID?) {
        listening?.cancel()
        listening = Task { [microphone, outbox] in
            do throws(AudioError) {
                let events = try await microphone.open(device)
                guard !Task.isCancelled else {
                    return
                }
                var gauge = LevelGauge(rate: AudioBlock.sampleRate)
                for await event in events {
                    switch event {
                    case .block(let block): gauge.add(block.samples).map { outbox.post(.level($0)) }
                    case .lost(let error): outbox.post(.failure(error))
                    case .restored: break
                    }
                }
            } catch {
                if !Task.isCancelled {
                    outbox.post(.failure(error))
                }
            }
        }
    }

    public func end() {
        guard listening != nil else {
            return
        }
        listening?.cancel()
        listening = nil
        microphone.close()
    }
}

extension MicrophoneCheck: EventSource {
    @MainActor func report(_ event: MicrophoneCheckEvent) {
        delegate?.microphoneCheck(self, didReport: event)
    }
}
