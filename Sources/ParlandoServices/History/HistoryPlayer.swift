import Foundation
import ParlandoCore

/// Plays recordings, and reports the position often enough to mark the word that is heard.
actor HistoryPlayer {
    /// Seconds of sound that are decoded at a time.
    private static let blockSeconds = 0.5
    /// Seconds of sound that are queued. A long recording is never in memory as a whole.
    private static let aheadSeconds = 5.0
    private static let tick = Duration.milliseconds(50)
    /// Greatest time after the loudspeaker's last report for which the position is extrapolated, in seconds.
    private static let mostContinued = 0.6

    private let player: any SoundPlayer
    private let reader: any AudioFileReader
    private let preferences: any PreferenceStore
    private let clock: any Clock<Duration>
    private let outbox: Outbox<HistoryEvent>
    private var playing: Task<Void, Never>?
    private var ticking: Task<Void, Never>?
    private var state: HistoryPlayback?
    /// Plays a short sound, such as a word.
    private var word: Task<AudioError?, Never>?
    /// Position that the loudspeaker last reported, in seconds of the recording.
    private var heard = 0.0
    private var ticks = 0

    init(
        player: any SoundPlayer, reader: any AudioFileReader, preferences: any PreferenceStore,
        clock: any Clock<Duration>, outbox: Outbox<HistoryEvent>
    ) {
        self.player = player
        self.reader = reader
        self.preferences = preferences
        self.clock = clock
        self.outbox = outbox
    }

    /// Plays the recordings of an entry one after the other. Ends an earlier playback.
    func play(_ id: UUID, _ tracks: [SoundTrack], from start: Double) {
        halt()
        heard = max(0, start)
        state = HistoryPlayback(id: id, seconds: heard)
        outbox.post(.playback(state))
        // A recording may be longer than its entry says, so the last one is played in any case.
        let left = tracks.filter { $0.end > start || $0 == tracks.last }
        playing = Task { await run(left, from: max(0, start)) }
    }

    /// Plays a short sound to its end. Ends an earlier playback.
    func play(_ sound: SpokenSound) async throws(AudioError) {
        stop()
        word?.cancel()
        let (sounds, door) = AsyncStream.makeStream(of: SpokenSound.self)
        door.yield(sound)
        door.finish()
        let loudspeaker = preferences.load().loudspeaker
        let task = Task { [player] () -> AudioError? in
            do {
                for try await _ in player.play(sounds, on: loudspeaker) {}
                return nil
            } catch {
                return error as? AudioError
            }
        }
        word = task
        if let error = await task.value {
            throw error
        }
    }

    func pause() {
        guard state != nil else {
            return
        }
        player.pause()
        ticking?.cancel()
        state?.isPaused = true
        outbox.post(.playback(state))
    }

    func resume() {
        guard state?.isPaused == true else {
            return
        }
        player.resume()
        state?.isPaused = false
        outbox.post(.playback(state))
        startTicking()
    }

    func stop() {
        if state != nil {
            halt()
            outbox.post(.playback(nil))
        }
    }

    private func halt() {
        playing?.cancel()
        ticking?.cancel()
        word?.cancel()
        (playing, ticking, state) = (nil, nil, nil)
    }

    private func run(_ tracks: [SoundTrack], from start: Double) async {
        var failure: HistoryEvent?
        do {
            for track in tracks {
                let file = try await reader.blocks(of: track.path, seconds: Self.blockSeconds)
                try await play(file, from: max(0, start - track.start), at: track.start)
            }
        } catch let error as AudioFileError {
            failure = .unplayable(error)
        } catch let error as AudioError {
            failure = .noLoudspeaker(error)
        } catch {
            failure = .unplayable(AudioFileError(.notAudio, detail: "\(type(of: error))"))
        }
        guard !Task.isCancelled else {
            return
        }
        halt()
        if let failure {
            outbox.post(failure)
        }
        outbox.post(.playback(nil))
    }

    /// - Parameter lead: when the recording begins on the clock of the entry.
    private func play(_ file: AudioFile, from start: Double, at lead: Double) async throws {
        let (sounds, door) = AsyncStream.makeStream(of: SpokenSound.self)
        defer { door.finish() }
        var source = try await Self.fill(
            door, from: RecordingSource(file.blocks, from: start), until: Self.aheadSeconds)
        let progress = player.play(sounds, on: preferences.load().loudspeaker)
        startTicking()
        for try await seconds in progress {
            try Task.checkCancellation()
            heard = lead + start + seconds
            ticks = 0
            report()
            source = try await Self.fill(door, from: source, until: seconds + Self.aheadSeconds)
        }
    }

    /// Queues sound until `seconds` have been queued since playback began. Returns the source at its new position.
    private static func fill(
        _ door: AsyncStream<SpokenSound>.Continuation, from source: RecordingSource, until seconds: Double
    ) async throws -> RecordingSource {
        var source = source
        while source.given < seconds, !source.isOver {
            if let sound = try await source.next() {
                door.yield(sound)
            } else {
                door.finish()
            }
        }
        return source
    }

    // MARK: The position

    private func startTicking() {
        ticking?.cancel()
        ticks = 0
        ticking = Task {
            while !Task.isCancelled {
                do {
                    try await clock.sleep(for: Self.tick)
                } catch {
                    return
                }
                ticks += 1
                report()
            }
        }
    }

    private func report() {
        guard let known = state, !known.isPaused else {
            return
        }
        // The loudspeaker reports the position only a few times a second, and only once sound is heard.
        let since = heard > known.seconds - Self.mostContinued ? Double(ticks) * (Self.tick / .seconds(1)) : 0
        let seconds = heard + min(since, Self.mostContinued)
        if seconds != known.seconds {
            state?.seconds = seconds
            outbox.post(.playback(state))
        }
    }
}

/// The recording of one session of an entry.
struct SoundTrack: Sendable, Equatable {
    var id: HistorySession.ID
    var path: String
    /// In seconds on the clock of the entry.
    var start: Double
    var end: Double
}

/// The sound of a recording from a position on.
struct RecordingSource: Sendable {
    private let blocks: AsyncThrowingStream<AudioBlock, any Error>
    private var skipped: Int
    /// Seconds of sound returned so far.
    private(set) var given = 0.0
    private(set) var isOver = false

    init(_ blocks: AsyncThrowingStream<AudioBlock, any Error>, from start: Double) {
        self.blocks = blocks
        skipped = Int(start * Double(AudioBlock.sampleRate), within: 0...Int.max / 2)
    }

    /// Returns the next piece; nil at the end. A truncated recording is played as far as it can be read.
    mutating func next() async throws -> SpokenSound? {
        do {
            // All iterators of a stream share one position.
            var blocks = blocks.makeAsyncIterator()
            while let block = try await blocks.next() {
                guard skipped < block.samples.count else {
                    skipped -= block.samples.count
                    continue
                }
                let sound = SpokenSound(samples: Array(block.samples[skipped...]), rate: AudioBlock.sampleRate)
                skipped = 0
                given += sound.duration
                return sound
            }
        } catch let error as AudioFileError where error.kind == .truncated {
            // All the sound before the end of the file has been returned.
        }
        isOver = true
        return nil
    }
}
