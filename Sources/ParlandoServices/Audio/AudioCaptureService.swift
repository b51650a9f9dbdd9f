public import ParlandoCore
import Synchronization

/// What an audio capture service reports.
public enum AudioCaptureEvent: Sendable, Equatable {
    /// The microphone is open, for this user.
    case opened(MicrophoneUser)
    /// Nobody listens any more.
    case closed
}

/// Hears of an audio capture service's events on the main actor, in the order in which they happened.
@MainActor public protocol AudioCaptureServiceDelegate: AnyObject {
    func audioCaptureService(_ service: AudioCaptureService, didReport event: AudioCaptureEvent)
}

/// Owns the microphone of the whole program, and leases it to one user at a time.
///
/// Each user gets ports of its own. Opening one takes the lease; the lease ends when the stream of what was captured has
/// ended. Whoever opens meanwhile is told who has the microphone (`AudioError.Kind.taken`).
public actor AudioCaptureService {
    /// The right to listen. A number, so that a user who closes late does not end somebody else's lease.
    struct Lease: Equatable {
        let user: MicrophoneUser
        let number: Int
    }

    @MainActor public weak var delegate: (any AudioCaptureServiceDelegate)?

    private let microphone: any Microphone
    private nonisolated let transport: any AudioTransport
    private let outbox = Outbox<AudioCaptureEvent>()
    private var lease: Lease?
    private var leases = 0
    /// Who has closed the microphone while its last sound is still on its way; nil: nobody.
    private let closing = Mutex<MicrophoneUser?>(nil)
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// - Parameters:
    ///   - microphone: opened only by this service from now on.
    ///   - transport: opened only by this service from now on; it may play while somebody else listens.
    public init(microphone: any Microphone, transport: any AudioTransport) {
        self.microphone = microphone
        self.transport = transport
        outbox.deliver(through: self)
    }

    /// The microphone as this user may open it.
    public nonisolated func microphone(for user: MicrophoneUser) -> any Microphone {
        LeasedMicrophone(user, self)
    }

    /// The transport as this user may open it. It needs a lease only to listen.
    public nonisolated func transport(for user: MicrophoneUser) -> any AudioTransport {
        LeasedTransport(user, self)
    }

    // MARK: For the ports

    func open(
        _ device: AudioDevice.ID?, for user: MicrophoneUser
    ) async throws(AudioError) -> (AsyncStream<CaptureEvent>, Lease) {
        let lease = try await take(for: user)
        do throws(AudioError) {
            return (lend(try await microphone.open(device), under: lease), lease)
        } catch {
            end(lease)
            throw error
        }
    }

    func open(
        _ options: TransportOptions, playing voices: any AudioVoiceMaking, for user: MicrophoneUser
    ) async throws(AudioError) -> AsyncStream<TransportEvent> {
        guard options.listens else {
            return try await transport.open(options, playing: voices)
        }
        let lease = try await take(for: user)
        do throws(AudioError) {
            return lend(try await transport.open(options, playing: voices), under: lease)
        } catch {
            end(lease)
            throw error
        }
    }

    func closeMicrophone(of lease: Lease) {
        if lease == self.lease {
            microphone.close()
        }
    }

    nonisolated func closeTransport(for user: MicrophoneUser) {
        willClose(for: user)
        transport.close()
    }

    /// Says that the lease of this user is about to end: whoever opens the microphone now waits for that.
    nonisolated func willClose(for user: MicrophoneUser) {
        closing.withLock { $0 = user }
    }

    // MARK: The lease

    /// Waits for a lease that is just ending.
    private func take(for user: MicrophoneUser) async throws(AudioError) -> Lease {
        while let lease, lease.user != user {
            guard closing.withLock({ $0 }) == lease.user else {
                throw AudioError(.taken(by: lease.user), detail: "\(lease.user)")
            }
            await withCheckedContinuation { waiting.append($0) }
        }
        closing.withLock { $0 = nil }
        leases += 1
        let lease = Lease(user: user, number: leases)
        self.lease = lease
        return lease
    }

    /// Passes on what is captured. The lease has ended before the stream does, so that whoever hears of the end can
    /// open the microphone at once.
    private func lend<Event: Sendable>(_ events: AsyncStream<Event>, under lease: Lease) -> AsyncStream<Event> {
        let (stream, input) = AsyncStream.makeStream(of: Event.self)
        outbox.post(.opened(lease.user))
        let passing = Task {
            for await event in events {
                input.yield(event)
            }
            end(lease)
            input.finish()
        }
        // Nobody listens any more: the microphone closes, as it does without a service in between.
        input.onTermination = { _ in passing.cancel() }
        return stream
    }

    private func end(_ lease: Lease) {
        if lease == self.lease {
            self.lease = nil
            closing.withLock { $0 = nil }
            outbox.post(.closed)
            waiting.forEach { $0.resume() }
            waiting = []
        }
    }
}

extension AudioCaptureService: EventSource {
    @MainActor func report(_ event: AudioCaptureEvent) {
        delegate?.audioCaptureService(self, didReport: event)
    }
}
