public import ParlandoCore
import Synchronization

/// An event that an audio capture service reports to its delegate.
public enum AudioCaptureEvent: Sendable, Equatable {
    /// A user, that is, a part of the program such as dictation, has opened the microphone.
    case opened(MicrophoneUser)
    /// The system's default microphone, which is in use, was disconnected, and another one has taken its place.
    case replaced(AudioDevice, by: AudioDevice)
    /// The microphone is no longer in use.
    case closed
}

/// Receives an audio capture service's events on the main actor, in the order in which they happened.
@MainActor public protocol AudioCaptureServiceDelegate: AnyObject {
    func audioCaptureService(_ service: AudioCaptureService, didReport event: AudioCaptureEvent)
}

/// Owns the microphone of the whole program, and leases it to one user at a time. A user is a part of the program, such
/// as dictation.
///
/// Each user gets its own `Microphone` and `AudioTransport`. Opening one of them for capture takes the lease, which
/// ends when the stream of captured sound has ended. Meanwhile, a second user who tries to open the microphone gets an
/// error that names the first user (`AudioError.Kind.taken`).
public actor AudioCaptureService {
    /// The right of one part of the program to use the microphone. Leases are numbered, so that a user who closes late
    /// does not end another user's lease.
    struct Lease: Equatable {
        let user: MicrophoneUser
        let number: Int
    }

    @MainActor public weak var delegate: (any AudioCaptureServiceDelegate)?

    private let microphone: any Microphone
    private nonisolated let transport: any AudioTransport
    private let devices: any DeviceDirectory
    private let outbox = Outbox<AudioCaptureEvent>()
    private var lease: Lease?
    private var leases = 0
    /// The part of the program that has closed the microphone while its last sound is still being delivered; nil if
    /// there is none.
    private let closing = Mutex<Set<MicrophoneUser>>([])
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// - Parameters:
    ///   - microphone: from now on, only this service may open it.
    ///   - transport: from now on, only this service may open it. It may play for one user while another one captures.
    ///   - devices: tells to which microphone the system's default leads.
    public init(microphone: any Microphone, transport: any AudioTransport, devices: any DeviceDirectory) {
        self.microphone = microphone
        self.transport = transport
        self.devices = devices
        outbox.deliver(through: self)
    }

    /// Returns a microphone for a part of the program. Opening it takes the lease, the exclusive right to use the
    /// microphone.
    public nonisolated func microphone(for user: MicrophoneUser) -> any Microphone {
        LeasedMicrophone(user, self)
    }

    /// Returns a transport (playback and capture) for a part of the program. If it is opened for capture, it takes the
    /// lease, the exclusive right to use the microphone.
    public nonisolated func transport(for user: MicrophoneUser) -> any AudioTransport {
        LeasedTransport(user, self)
    }

    // MARK: For the ports

    func open(
        _ device: AudioDevice.ID?, for user: MicrophoneUser
    ) async throws(AudioError) -> (AsyncStream<CaptureEvent>, Lease) {
        let lease = try await take(for: user)
        do throws(AudioError) {
            return (lend(try await microphone.open(device), from: device, under: lease), lease)
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
            return lend(try await transport.open(options, playing: voices), from: options.input, under: lease)
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

    /// Announces that the lease of a part of the program is about to end. The next part of the program that opens the
    /// microphone then waits for the end instead of getting an error.
    nonisolated func willClose(for user: MicrophoneUser) {
        closing.withLock { _ = $0.insert(user) }
    }

    // MARK: The lease

    /// Takes the lease of the microphone for a part of the program. If another part has the lease and is just closing
    /// the microphone, waits for the end of that lease; otherwise throws `taken`.
    private func take(for user: MicrophoneUser) async throws(AudioError) -> Lease {
        while let lease, lease.user != user {
            guard closing.withLock({ $0.contains(lease.user) }) else {
                throw AudioError(.taken(by: lease.user), detail: "\(lease.user)")
            }
            await withCheckedContinuation { waiting.append($0) }
        }
        closing.withLock { _ = $0.remove(user) }
        leases += 1
        let lease = Lease(user: user, number: leases)
        self.lease = lease
        return lease
    }

    /// Forwards captured sound under a lease. The lease ends before the returned stream does, so whoever sees the end
    /// of the stream can open the microphone at once.
    private func lend<Event: Sendable>(
        _ events: AsyncStream<Event>, from device: AudioDevice.ID?, under lease: Lease
    ) -> AsyncStream<Event> {
        let (stream, input) = AsyncStream.makeStream(of: Event.self)
        outbox.post(.opened(lease.user))
        let following = device == nil ? follow(lease) : nil
        let passing = Task {
            for await event in events {
                input.yield(event)
            }
            following?.cancel()
            end(lease)
            input.finish()
        }
        // Runs once nobody reads the stream any more. Cancelling closes the microphone, as it would without this
        // service in between.
        input.onTermination = { _ in passing.cancel() }
        return stream
    }

    /// Reports when another microphone takes the place of the system's default, until the task is cancelled. The sound
    /// server moves the capture there by itself.
    private func follow(_ lease: Lease) -> Task<Void, Never> {
        let changes = devices.changes()
        return Task { [weak self, devices] in
            var current = await devices.defaultMicrophone()
            for await _ in changes {
                guard let next = await devices.defaultMicrophone(), next != current else {
                    continue
                }
                if let former = current, await !devices.microphones().contains(former) {
                    await self?.tell(.replaced(former, by: next), under: lease)
                }
                current = next
            }
        }
    }

    private func tell(_ event: AudioCaptureEvent, under lease: Lease) {
        if lease == self.lease {
            outbox.post(event)
        }
    }

    private func end(_ lease: Lease) {
        if lease == self.lease {
            self.lease = nil
            closing.withLock { _ = $0.remove(lease.user) }
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

/// The microphone that one part of the program uses, such as dictation. Opening it takes a lease from the audio capture
/// service.
final class LeasedMicrophone: Microphone {
    private let user: MicrophoneUser
    private let service: AudioCaptureService
    private let lease = Mutex<AudioCaptureService.Lease?>(nil)

    init(_ user: MicrophoneUser, _ service: AudioCaptureService) {
        self.user = user
        self.service = service
    }

    func open(_ device: AudioDevice.ID?) async throws(AudioError) -> AsyncStream<CaptureEvent> {
        let (events, lease) = try await service.open(device, for: user)
        self.lease.withLock { $0 = lease }
        return events
    }

    func close() {
        if let lease = lease.withLock({ $0.take() }) {
            service.willClose(for: user)
            Task { [service] in await service.closeMicrophone(of: lease) }
        }
    }
}

/// The transport (playback and capture) that one part of the program uses. Opening it for capture takes a lease from
/// the audio capture service.
struct LeasedTransport: AudioTransport {
    private let user: MicrophoneUser
    private let service: AudioCaptureService

    init(_ user: MicrophoneUser, _ service: AudioCaptureService) {
        self.user = user
        self.service = service
    }

    func open(
        _ options: TransportOptions, playing voices: any AudioVoiceMaking
    ) async throws(AudioError) -> AsyncStream<TransportEvent> {
        try await service.open(options, playing: voices, for: user)
    }

    func close() {
        service.closeTransport(for: user)
    }
}
