import ParlandoCore
import ParlandoSignal

/// Measures the latency from the loudspeaker to the microphone with a calibration's sound.
///
/// The sound shows which playback frame arrives with which capture frame; the clock fits, when the former was due and
/// the latter captured. The latency is the difference in the middle of the sound, which is played once the fits are
/// certain. So nothing is extrapolated from the short sound.
///
/// Nothing else is subtracted from a stroke: the median error of the onset detector for fourteen instruments is at most
/// 0.06 ms (0.2 ms for a saxophone, whose tone swells). Single strokes that begin softly are found later, which a
/// constant could not correct. Measured by `scripts/bench onsets --fresh 9101`, condition `clean`.
struct LatencyEar: Ear {
    /// Seconds of silence before the sound.
    private static let lead = 1.3
    /// Seconds of latency for which the first measurement waits. A larger one is found by a later measurement.
    private static let usual = 0.5
    /// Seconds of captured sound after the calibration's sound, for finding it, and for fits that have become
    /// uncertain.
    private static let secondsAfter = 8.0
    /// Seconds of captured sound for the fits to become certain. Then nothing is played.
    private static let timeoutSeconds = 45.0
    /// Seconds between two attempts to find the sound.
    private static let interval = 1.0

    private let voice: CalibrationVoice
    private let sound: CalibrationSound
    private let meter: LatencyMeter
    private let captureRate: Int
    /// Playback frame at which the sound begins; nil while it is not to be played.
    private(set) var begin: Int?
    private var captured: [Float] = []
    /// Capture frame of the first captured sample.
    private var origin: Int?
    /// Capture frame of the first sample that is kept.
    private var first: Int?
    private var end = 0
    private var clocks: ClockPair
    private var passage: LatencyMeter.Passage?
    private var count = 0
    private var lastAttempt = -LatencyEar.interval
    private var isDone = false

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

    /// Seconds of captured sound, since the voice was told to play if it was.
    private var second: Double {
        Double(end - (first ?? origin ?? 0)) / Double(captureRate)
    }

    /// `second` after which the measurement fails.
    private var limit: Double {
        Self.lead + Double(sound.frames) / Double(sound.rate) + Self.secondsAfter
    }

    /// Sound that the device lost is replaced by silence, so frames keep their positions.
    private mutating func keep(_ block: CapturedBlock) {
        origin = origin ?? block.frame
        end = block.frame + block.samples.count
        guard begin != nil, passage == nil, second <= limit else {
            return
        }
        let start = first ?? block.frame
        first = start
        // If fewer frames were lost than was thought at first, there was too much silence.
        captured.removeLast(min(max(captured.count + start - block.frame, 0), captured.count))
        if captured.isEmpty {
            first = min(start, block.frame)
        }
        captured += [Float](repeating: 0, count: max(block.frame - start - captured.count, 0)) + block.samples
    }

    /// Tells the voice to play once the fits are certain. Returns a failure if they did not become certain in time.
    private mutating func play() -> [EarNews] {
        guard clocks.areCertain else {
            return second >= Self.timeoutSeconds ? end(with: .failure(.unsteady)) : []
        }
        let frame = voice.nextFrame + Int(Self.lead * Double(sound.rate))
        voice.begin(at: frame)
        begin = frame
        first = end
        return []
    }

    /// The number of noise bursts played so far, if it has grown. The last one counts only once all have been found.
    private mutating func progress(_ begin: Int) -> [EarNews] {
        let played = (0..<CalibrationSound.bursts - 1).count { isOver(frame: begin + sound.end(ofBurst: $0)) }
        let all = passage == nil ? played : CalibrationSound.bursts
        guard all > count else {
            return []
        }
        count = all
        return [.event(.count(all, of: CalibrationSound.bursts))]
    }

    /// Nothing while the sound may still be found, or the delay reported by the sound system may become stable.
    private mutating func conclusion(_ begin: Int) -> [EarNews] {
        if passage == nil, let refusal = listen(begin) {
            return end(with: .failure(refusal))
        }
        guard let passage, let first else {
            return []
        }
        guard let latency = clocks.latency(passage, begin: begin, first: first) else {
            return second >= limit ? end(with: .failure(.unsteady)) : progress(begin)
        }
        guard RhythmPreferences.latencyRange.contains(latency.seconds) else {
            return end(with: .failure(.unsteady))
        }
        let all = progress(begin)
        let calibration = LatencyCalibration(
            median: latency.seconds, spread: passage.spread, uncertainty: latency.uncertainty,
            signalToNoise: passage.signalToNoise)
        return all + end(with: .calibration(calibration))
    }

    /// Whether a playback frame was due before the newest sound was captured.
    private func isOver(frame: Int) -> Bool {
        guard let due = clocks.playback?.time(of: Double(frame)), let now = clocks.capture?.time(of: Double(end)) else {
            return false
        }
        return due <= now
    }

    private mutating func end(with event: RhythmEvent) -> [EarNews] {
        isDone = true
        return [.event(event)]
    }

    /// Tries to find the sound if it may have arrived. Returns a failure if it was not found in time.
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
