import ParlandoCore

/// Passes a file's sound to a recogniser as that asks for it, from a position on. Waits while somebody dictates.
actor FileFeed {
    /// Seconds of sound read ahead of the transcription. A long file is never entirely in memory.
    private static let ahead = 120.0

    private let file: AudioFile
    private let speakers: LiveSessions?
    private var skipped: Int
    private var position: Int
    private var reached: Double
    private var room: CheckedContinuation<Void, Never>?
    /// Why the file ended early.
    private(set) var failure: AudioFileError?

    /// - Parameters:
    ///   - start: seconds.
    ///   - speakers: the dictation sessions to wait for; nil to wait for none.
    init(_ file: AudioFile, from start: Double, speakers: LiveSessions?) {
        self.file = file
        self.speakers = speakers
        skipped = Int(start * Double(AudioBlock.sampleRate), within: 0...Int.max / 2)
        position = 0
        reached = start
    }

    /// Returns nil at the end of the file or if the task is cancelled.
    func next() async -> AudioBlock? {
        do {
            // All iterators of a stream share one position.
            var blocks = file.blocks.makeAsyncIterator()
            await speakers?.haveEnded()
            await waitForRoom()
            while !Task.isCancelled, let block = try await blocks.next(isolation: self) {
                let start = position
                position += block.samples.count
                if position > skipped {
                    return start >= skipped ? block : AudioBlock(samples: Array(block.samples[(skipped - start)...]))
                }
            }
        } catch {
            failure = error as? AudioFileError ?? AudioFileError(.truncated, detail: "\(type(of: error))")
        }
        return nil
    }

    /// Tells how many seconds of the file have been transcribed.
    func reach(_ seconds: Double) {
        reached = seconds
        if hasRoom {
            wake()
        }
    }

    private var hasRoom: Bool {
        Double(position) / Double(AudioBlock.sampleRate) < reached + Self.ahead
    }

    private func waitForRoom() async {
        guard !hasRoom else {
            return
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { wait in
                if hasRoom || Task.isCancelled {
                    wait.resume()
                } else {
                    room = wait
                }
            }
        } onCancel: {
            Task { await self.wake() }
        }
    }

    private func wake() {
        room?.resume()
        room = nil
    }
}
