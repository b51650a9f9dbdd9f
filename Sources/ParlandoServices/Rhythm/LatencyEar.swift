import ParlandoCore
import ParlandoSignal

/// Measures the latency from the loudspeaker to the microphone with a calibration's sound.
///
/// The sound shows which frame of the playback stream arrives with which frame of the capture stream. The clock fits
/// (which map frames to times) of both streams show when the former was due and when the latter was captured. The
/// latency is the difference of these times in the middle of the sound, which is played once the clock fits are
/// certain. Clock fits that are wrong at first therefore do no harm, and nothing is extrapolated from the short sound.
///
/// Nothing else is subtracted from a stroke, because the onset detector adds no delay of its own. On the six strokes
/// from which each of fourteen instruments was learned, and on the performances that followed, its median error is at
/// most 0.06 ms (0.2 ms for a saxophone, whose tone swells). Single strokes that begin softly are found later, which a
/// constant could not correct. Performances: `scripts/bench onsets --fresh 9101`, condition `clean`.
struct LatencyEar: Ear {
    /// Seconds of silence before the sound.
    private static let lead = 1.3
    /// Maximum latency for which the first measurement waits, in seconds. A larger latency is found by a later
    /// measurement.
    private static let usual = 0.5
    /// Timeout, after the end of the calibration's sound, for finding it, and for clock fits (which map frames to
    /// times) that have become uncertain meanwhile, in seconds of captured sound.
    private static let patienceAfter = 8.0
    /// Timeout for the clock fits (which map frames to times) to become certain, in seconds of captured sound. After it
    /// nothing is played.
    private static let patience = 45.0
    /// Interval between two attempts to find the calibration's sound, in seconds of captured sound.
    private static let interval = 1.0

    private let voice: CalibrationVoice
    private let sound: CalibrationSound
    private let meter: LatencyMeter
    private let captureRate: Int
    /// Playback frame at which the calibration's sound begins; nil while it is not to be played.
    private(set) var begin: Int?
    private var captured: [Float] = []
    /// Capture frame of the first captured sample; nil if there is none yet.
    private var origin: Int?
    /// Capture frame of the first captured sample that is kept; nil if there is none yet.
    private var first: Int?
    /// Capture frame after the last captured sample.
    private var end = 0
    private var clocks: ClockPair
    private var passage: LatencyMeter.Passage?
    private var count = 0
    private var lastAttempt = -LatencyEar.interval
    private var isDone = false

    /// - Parameter voice: plays the calibration's sound.
    init(_ voice: CalibrationVoice, playbackRate: Int, captureRate: Int) {
        self.voice = voice
        self.captureRate = captureRate
        clocks = ClockPair(playbackRate: playbackRate, captureRate: captureRate)
        sound = CalibrationSound(rate: playbackRate)
        meter = LatencyMeter(sound, captureRate: captureRate)
    }

    mutating func hear(_ event: TransportEvent) -> [EarNews] {
        guard !isDone else {
            return []
        }
        clocks.take(event)
        if case .block(let block) = event {
            keep(block)
        }
        guard let begin else {
            return play()
        }
        return progress(begin) + conclusion(begin)
    }

    /// Duration of the captured sound so far in seconds, since the voice was told to play if it was.
    private var second: Double {
        Double(end - (first ?? origin ?? 0)) / Double(captureRate)
    }

    /// Duration of captured sound in seconds, since the voice was told to play, after which the measurement fails.
    private var limit: Double {
        Self.lead + Double(sound.frames) / Double(sound.rate) + Self.patienceAfter
    }

    /// Adds a captured block. Sound that the device lost is replaced by silence, so frames keep their positions.
    private mutating func keep(_ block: CapturedBlock) {
        origin = origin ?? block.frame
        end = block.frame + block.samples.count
        guard begin != nil, passage == nil, second <= limit else {
            return
        }
        let start = first ?? block.frame
        first = start
        // If fewer frames were lost than was thought at first, there was too much silence in their place.
        captured.removeLast(min(max(captured.count + start - block.frame, 0), captured.count))
        if captured.isEmpty {
            first = min(start, block.frame)
        }
        captured += [Float](repeating: 0, count: max(block.frame - start - captured.count, 0)) + block.samples
    }

    /// Tells the voice to play once the clock fits are certain. Returns a failure as an event if they did not become
    /// certain in time.
    private mutating func play() -> [EarNews] {
        guard clocks.areCertain else {
            return second >= Self.patience ? end(with: .failed(.unsteady)) : []
        }
        let frame = voice.nextFrame + Int(Self.lead * Double(sound.rate))
        voice.begin(at: frame)
        begin = frame
        first = end
        return []
    }

    /// Returns the number of noise bursts played so far, as an event, if it has grown. The last burst counts only once
    /// all bursts have been found.
    private mutating func progress(_ begin: Int) -> [EarNews] {
        let played = (0..<CalibrationSound.bursts - 1).count { isOver(frame: begin + sound.end(ofBurst: $0)) }
        let all = passage == nil ? played : CalibrationSound.bursts
        guard all > count else {
            return []
        }
        count = all
        return [.counted(all)]
    }

    /// Returns the result or a failure as an event. Returns no event while the sound may still be found, or while the
    /// delay reported by the sound system may still become stable.
    private mutating func conclusion(_ begin: Int) -> [EarNews] {
        if passage == nil, let refusal = listen(begin) {
            return end(with: .failed(refusal))
        }
        guard let passage, let first else {
            return []
        }
        guard let latency = clocks.latency(passage, begin: begin, first: first) else {
            return second >= limit ? end(with: .failed(.unsteady)) : progress(begin)
        }
        guard RhythmPreferences.latencyRange.contains(latency.seconds) else {
            return end(with: .failed(.unsteady))
        }
        let all = progress(begin)
        let calibration = LatencyCalibration(
            median: latency.seconds, spread: passage.spread, uncertainty: latency.uncertainty,
            signalToNoise: passage.signalToNoise)
        return all + end(with: .measured(calibration))
    }

    /// Returns whether a frame of the playback stream was due before the newest sound was captured; false while this is
    /// not known.
    private func isOver(frame: Int) -> Bool {
        guard let due = clocks.playback?.time(of: Double(frame)), let now = clocks.capture?.time(of: Double(end)) else {
            return false
        }
        return due <= now
    }

    private mutating func end(with news: EarNews) -> [EarNews] {
        isDone = true
        return [news]
    }

    /// Tries to find the calibration's sound if it may have arrived. Returns a failure if the sound was not found in
    /// time.
    private mutating func listen(_ begin: Int) -> RhythmFailure? {
        let isLast = second >= limit
        let isHeard = isOver(frame: begin + sound.frames + Int(Self.usual * Double(sound.rate)))
        guard isLast || isHeard && second >= lastAttempt + Self.interval else {
            return nil
        }
        lastAttempt = second
        do throws(LatencyMeter.Refusal) {
            passage = try meter.measure(captured)
            captured = []
            return nil
        } catch {
            return isLast ? RhythmFailure(error) : nil
        }
    }
}

extension RhythmFailure {
    fileprivate init(_ refusal: LatencyMeter.Refusal) {
        switch refusal {
        case .silence: self = .silence
        case .noise(let excess): self = .noise(excess: excess)
        case .spread(let seconds): self = .disagreement(seconds)
        case .memory: self = .audio(AudioError(.failed, of: .microphone, detail: "no memory"))
        }
    }
}
