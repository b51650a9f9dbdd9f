public import ParlandoCore
import Synchronization

/// An event of the program's microphone.
public enum AudioCaptureEvent: Sendable, Equatable {
    case opened(MicrophoneUser)
    /// Nobody uses the microphone, and it stays open for push-to-talk.
    case listeningAhead
    /// The default microphone, which is in use, was disconnected, and another one has taken its place.
    case replaced(AudioDevice, by: AudioDevice)
    case closed
}

/// On the main actor, in order.
@MainActor public protocol AudioCaptureServiceDelegate: AnyObject {
    func audioCaptureService(_ service: AudioCaptureService, didReport event: AudioCaptureEvent)
}

/// Owns the microphone of the whole program, and leases it to one user at a time, such as dictation.
///
/// Each user gets its own `Microphone` and `AudioTransport`. Opening one for capture takes the lease, which ends with
/// the stream of captured sound. Meanwhile others get an error that names the user (`AudioError.Kind.taken`).
public actor AudioCaptureService {
    /// Leases are numbered, so that a user who closes late does not end another one's lease.
    struct Lease: Equatable {
        let user: MicrophoneUser
        let number: Int
    }

    private struct Ahead {
        let device: AudioDevice.ID?
        /// Nil if the microphone could not be opened.
        let opening: Task<AsyncStream<CaptureEvent>?, Never>
        /// Ends with the capture.
        let capture: Task<Void, Never>
    }

    @MainActor public weak var delegate: (any AudioCaptureServiceDelegate)?

    private let microphone: any Microphone
    private nonisolated let transport: any AudioTransport
    private let devices: any DeviceDirectory
    private let clock: any Clock<Duration>
    private let outbox = Outbox<AudioCaptureEvent>()
    private let sound = SoundAhead()
    /// The microphone that is to stay open between sessions (nil within: the system's default); nil if none is.
    private var wanted: AudioDevice.ID??
    /// Tries again to open one that was busy or missing, whenever the devices change.
    private var retrying: Task<Void, Never>?
    /// The one that is open or being opened for that.
    private var ahead: Ahead?
    private var leases = 0
    /// `isClosing`: its user has closed the microphone, and the last sound is still delivered.
    private let held = Mutex<(lease: Lease?, isClosing: Bool)>((nil, false))
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// - Parameters:
    ///   - microphone: from now on, only this service may open it.
    ///   - transport: likewise. It may play for one user while another one captures.
    ///   - devices: tells to which microphone the system's default leads.
    ///   - clock: times how long sound is under way.
    public init(
        microphone: any Microphone, transport: any AudioTransport, devices: any DeviceDirectory,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.clock = clock
        self.microphone = microphone
        self.transport = transport
        self.devices = devices
        outbox.deliver(through: self)
    }

    /// Returns a microphone whose opening takes the lease. A check only measures what the next session gets too.
    public nonisolated func microphone(for user: MicrophoneUser, isCheck: Bool = false) -> any Microphone {
        LeasedMicrophone(user, self, isCheck: isCheck)
    }

    /// Returns a transport that takes the lease if it is opened for capture.
    public nonisolated func transport(for user: MicrophoneUser) -> any AudioTransport {
        LeasedTransport(user: user, service: self)
    }

    // MARK: For the ports

    func open(
        _ device: AudioDevice.ID?, for user: MicrophoneUser, isCheck: Bool
    ) async throws(AudioError) -> (AsyncStream<CaptureEvent>, Lease) {
        let lease = try await take(for: user)
        do throws(AudioError) {
            let kept = await lendAhead(device, under: lease, isCheck: isCheck)
            let events = if let kept { kept } else { try await microphone.open(device) }
            return (lend(events, from: device, under: lease), lease)
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
        await endAhead()
        do throws(AudioError) {
            return lend(try await transport.open(options, playing: voices), from: options.input, under: lease)
        } catch {
            end(lease)
            throw error
        }
    }

    func closeMicrophone(of lease: Lease) {
        guard lease == self.lease else {
            return
        }
        guard let ahead, wanted == .some(ahead.device) else {
            microphone.close()
            return
        }
        Task { [clock, sound] in
            try? await clock.sleep(for: SoundAhead.transit)
            sound.takeBack(from: lease.number)
        }
    }

    nonisolated func closeTransport(for user: MicrophoneUser) {
        willClose { $0.user == user }
        transport.close()
    }

    /// Whoever opens the microphone next waits for the end of this lease instead of getting an error.
    nonisolated func willClose(_ isMeant: (Lease) -> Bool) {
        held.withLock { $0.isClosing = $0.isClosing || $0.lease.map(isMeant) == true }
    }

    // MARK: The lease

    private var lease: Lease? {
        held.withLock { $0.lease }
    }

    /// Waits if another user is just closing the microphone; otherwise throws `taken`.
    private func take(for user: MicrophoneUser) async throws(AudioError) -> Lease {
        while let lease, lease.user != user {
            guard held.withLock({ $0.isClosing }) else {
                throw AudioError(.taken(by: lease.user), detail: "\(lease.user)")
            }
            await withCheckedContinuation { waiting.append($0) }
        }
        leases += 1
        let lease = Lease(user: user, number: leases)
        held.withLock { $0 = (lease, false) }
        return lease
    }

    /// The lease ends before the returned stream does, so whoever sees the end can open the microphone at once.
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
        // Nobody reads the stream any more. Cancelling closes the microphone.
        input.onTermination = { _ in passing.cancel() }
        return stream
    }

    /// Reports when another microphone takes the place of the default. The sound server moves the capture by itself.
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
            held.withLock { $0 = (nil, false) }
            sound.takeBack(from: lease.number)
            outbox.post(ahead == nil ? .closed : .listeningAhead)
            waiting.forEach { $0.resume() }
            waiting = []
            Task { await followWish() }
        }
    }
}

/// Listening ahead: between sessions the microphone stays open, and the latest half second is kept in memory. A session
/// on the same microphone takes it over as it is; another one, and other users, close it first.
extension AudioCaptureService {
    /// - Parameter device: nil for the system's default.
    public func listenAhead(_ isWanted: Bool, to device: AudioDevice.ID?) async {
        wanted = isWanted ? .some(device) : nil
        if isWanted, retrying == nil {
            let changes = devices.changes()
            retrying = Task { [weak self] in
                for await _ in changes {
                    await self?.followWish()
                }
            }
        }
        await followWish()
    }

    /// The key of push-to-talk is pressed: the next session begins with what was said from half a second before.
    public nonisolated func holdSound() {
        sound.hold()
    }

    /// The key is released: a session that has not begun gets what was said while it was held.
    public nonisolated func releaseSound() {
        sound.release()
    }

    /// A microphone in use is left alone until its lease ends.
    private func followWish() async {
        // Whoever takes the lease meanwhile may borrow this microphone.
        _ = await ahead?.opening.value
        if lease == nil, let ahead, wanted != .some(ahead.device) {
            await endAhead()
        }
        if lease == nil, ahead == nil, let wanted {
            beginAhead(wanted)
        }
    }

    private func beginAhead(_ device: AudioDevice.ID?) {
        let opening = Task { [microphone, sound] in
            let events = try? await microphone.open(device)
            if events != nil {
                sound.open()
            }
            return events
        }
        let capture = Task { [sound] in
            if let events = await opening.value {
                if lease == nil {
                    outbox.post(.listeningAhead)
                }
                for await event in events {
                    sound.take(event)
                }
                sound.close()
            }
            ahead = nil
            if lease == nil {
                outbox.post(.closed)
            }
        }
        ahead = Ahead(device: device, opening: opening, capture: capture)
    }

    /// Returns once the microphone is closed.
    private func endAhead() async {
        guard let ahead else {
            return
        }
        if await ahead.opening.value != nil, sound.close() {
            microphone.close()
        }
        await ahead.capture.value
    }

    /// Nil if another microphone is to be opened; then none is open.
    private func lendAhead(
        _ device: AudioDevice.ID?, under lease: Lease, isCheck: Bool
    ) async -> AsyncStream<CaptureEvent>? {
        let givesKept = [.dictation, .terminal].contains(lease.user)
        if let ahead, ahead.device == device, await ahead.opening.value != nil,
            let events = sound.lend(to: lease.number, givesKept: givesKept, isCheck: isCheck)
        {
            return events
        }
        await endAhead()
        return nil
    }
}

extension AudioCaptureService: EventSource {
    @MainActor func report(_ event: AudioCaptureEvent) {
        delegate?.audioCaptureService(self, didReport: event)
    }
}

/// The microphone of one user.
final class LeasedMicrophone: Microphone {
    private let user: MicrophoneUser
    private let service: AudioCaptureService
    private let isCheck: Bool
    private let lease = Mutex<AudioCaptureService.Lease?>(nil)

    init(_ user: MicrophoneUser, _ service: AudioCaptureService, isCheck: Bool) {
        self.user = user
        self.service = service
        self.isCheck = isCheck
    }

    func open(_ device: AudioDevice.ID?) async throws(AudioError) -> AsyncStream<CaptureEvent> {
        let (events, lease) = try await service.open(device, for: user, isCheck: isCheck)
        self.lease.withLock { $0 = lease }
        return events
    }

    func close() {
        if let lease = lease.withLock({ $0.take() }) {
            service.willClose { $0 == lease }
            Task { [service] in await service.closeMicrophone(of: lease) }
        }
    }
}

/// The transport of one user.
struct LeasedTransport: AudioTransport {
    let user: MicrophoneUser
    let service: AudioCaptureService

    func open(
        _ options: TransportOptions, playing voices: any AudioVoiceMaking
    ) async throws(AudioError) -> AsyncStream<TransportEvent> {
        try await service.open(options, playing: voices, for: user)
    }

    func close() {
        service.closeTransport(for: user)
    }
}
