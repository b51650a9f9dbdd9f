import ParlandoCore
import Synchronization

/// One playback of a file, from its beginning to its end or to `close`.
final class FilePlayback: Sendable {
    private struct State {
        var isOver = false
        var sleep: Task<Void, Never>?
        /// Samples given to the listener.
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

    /// What reading the file to its end has shown.
    func report() async -> AudioFileReport {
        await stream.report()
    }

    /// The next event, when it is time for it; nil when there are no more. One caller at a time.
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

    /// The block when its last sample has been spoken; if the playback is closed before, what has been spoken of it.
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
