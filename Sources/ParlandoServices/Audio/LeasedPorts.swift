import ParlandoCore
import Synchronization

/// The microphone port of one user. Opening it takes a lease from the audio capture service.
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

/// The transport port of one user. Opening it for capture takes a lease from the audio capture service.
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
