import ParlandoCore
import Synchronization

/// One playback of a file, from the beginning until its end or `close`.
final class FilePlayback: Sendable {
    private struct State {
        var isOver = false
        var sleep: Task<Void, Never>?
        /// Number of samples delivered so far.
        var position = 0
        var failure: AudioFileError?
    }

    private let stream: SoundFileStream
    private let pace: FileMicrophone.Pace
    private let begin = SuspendingClock.now
    private let state = Mutex(State())

    init(_ stream: SoundFileStream, pace: FileMicrophone.Pace) {
        self.stream = stream
        self.pace = pace
    }

    var failure: AudioFileError? {
        state.withLock { $0.failure }
    }

    func close() {
        state.withLock { state in
            state.isOver = true
            state.sleep?.cancel()
        }
        stream.stop()
    }

    /// Returns remarks on the file, such as a wrong header, and its level. Complete only once the file has been read to
    /// its end.
    func report() async -> AudioFileReport {
        await stream.report()
    }

    /// Waits until the next event is due and returns it, or nil if there are no more. Must not be called concurrently.
    func next() async -> CaptureEvent? {
        guard !state.withLock({ $0.isOver }) else {
            return nil
        }
        do throws(AudioFileError) {
            guard let block = try await stream.next() else {
                return nil
            }
            return await spoken(block).map(CaptureEvent.block)
        } catch {
            state.withLock { state in
                state.isOver = true
                state.failure = error
            }
            return .lost(AudioError(.lost, detail: "the file ends early"))
        }
    }

    /// Waits until the last sample of the block has been played and returns the block. If playback is closed before,
    /// only the played part is returned.
    private func spoken(_ block: AudioBlock) async -> AudioBlock? {
        let start = state.withLock { state in
            defer { state.position += block.samples.count }
            return state.position
        }
        guard pace == .real else {
            return block
        }
        await sleep(until: begin + Self.duration(start + block.samples.count))
        guard state.withLock({ $0.isOver }) else {
            return block
        }
        let heard = Int((SuspendingClock.now - begin) / Self.duration(1)) - start
        return heard > 0 ? AudioBlock(samples: Array(block.samples.prefix(heard))) : nil
    }

    private func sleep(until deadline: SuspendingClock.Instant) async {
        let sleep = Task { _ = try? await Task.sleep(until: deadline, tolerance: .zero, clock: .suspending) }
        state.withLock { state in
            state.sleep = sleep
            if state.isOver {
                sleep.cancel()
            }
        }
        await withTaskCancellationHandler {
            await sleep.value
        } onCancel: {
            sleep.cancel()
        }
    }

    private static func duration(_ samples: Int) -> Duration {
        .seconds(samples / AudioBlock.sampleRate)
            + .nanoseconds(samples % AudioBlock.sampleRate * 1_000_000_000 / AudioBlock.sampleRate)
    }
}
