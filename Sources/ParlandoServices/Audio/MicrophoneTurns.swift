public import ParlandoCore
import Synchronization

/// Lets one page at a time have the microphone. May be used from any thread.
public final class MicrophoneTurns: Sendable {
    private let holder = Mutex<MicrophoneUser?>(nil)

    public init() {}

    /// A microphone that refuses to open while somebody else holds it.
    public func microphone(_ microphone: any Microphone, for user: MicrophoneUser) -> any Microphone {
        TurnedMicrophone(microphone: microphone, user: user, turns: self)
    }

    /// A transport that refuses to open with its microphone while somebody else holds it. It may play meanwhile.
    public func transport(_ transport: any AudioTransport, for user: MicrophoneUser) -> any AudioTransport {
        TurnedTransport(transport: transport, user: user, turns: self)
    }

    fileprivate func take(_ user: MicrophoneUser) throws(AudioError) {
        let other = holder.withLock { holder in
            if holder == nil {
                holder = user
            }
            return holder
        }
        if let other, other != user {
            throw AudioError(.taken(by: other), detail: "\(other)")
        }
    }

    fileprivate func giveBack(_ user: MicrophoneUser) {
        holder.withLock { holder in
            if holder == user {
                holder = nil
            }
        }
    }
}

private struct TurnedMicrophone: Microphone {
    let microphone: any Microphone
    let user: MicrophoneUser
    let turns: MicrophoneTurns

    func open(_ device: AudioDevice.ID?) async throws(AudioError) -> AsyncStream<CaptureEvent> {
        try turns.take(user)
        do throws(AudioError) {
            return try await microphone.open(device)
        } catch {
            turns.giveBack(user)
            throw error
        }
    }

    func close() {
        microphone.close()
        turns.giveBack(user)
    }
}

private struct TurnedTransport: AudioTransport {
    let transport: any AudioTransport
    let user: MicrophoneUser
    let turns: MicrophoneTurns

    func open(
        _ options: TransportOptions, playing voices: any AudioVoiceMaking
    ) async throws(AudioError) -> AsyncStream<TransportEvent> {
        guard options.listens else {
            turns.giveBack(user)
            return try await transport.open(options, playing: voices)
        }
        try turns.take(user)
        do throws(AudioError) {
            return try await transport.open(options, playing: voices)
        } catch {
            turns.giveBack(user)
            throw error
        }
    }

    func close() {
        transport.close()
        turns.giveBack(user)
    }
}
