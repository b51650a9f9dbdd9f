import ParlandoCore
import ParlandoSignal

/// Measures the latency from the loudspeaker to the microphone with a calibration's sound.
///
/// The sound shows which frame of the playback stream arrives with which frame of the capture stream. The clock fits of
/// both streams show when the former was due and when the latter was captured. The latency is the difference of these
/// times. Clock fits that are wrong at first do no harm, because the latency is computed from later fits, once they are
/// certain.
///
/// Nothing else is subtracted from a stroke, because the onset detector adds no delay of its own. On the six strokes
/// from which each of fourteen instruments was learned, and on the performances that followed, its median error is at
/// most 0.06 ms (0.2 ms for a saxophone, whose tone swells). Single strokes that begin softly are found later, which a
/// constant could not correct. Performances: `scripts/bench onsets --fresh 9101`, condition `clean`.
struct LatencyEar: Ear {
    /// Maximum latency for which the first measurement waits, in seconds. A larger latency is found by a later
    /// measurement.
    private static let usual = 0.5
    /// Timeout for finding the calibration's sound, in seconds of captured sound.
    private static let secondsToHear = 12.0
    /// Timeout for the clock fits to become stable, in seconds of captured sound.
    private static let patience = 30.0
    /// Interval between two attempts to find the calibration's sound, in seconds of captured sound.
    private static let interval = 1.0

    private let sound: CalibrationSound
    private let meter: LatencyMeter
    /// Playback frame at which the sound begins.
    private let begin: Int
    private let captureRate: Int
    private var captured: [Float] = []
    /// Capture frame of the first captured sample; nil if there is none yet.
    private var first: Int?
    /// Capture frame after the last captured sample.
    private var end = 0
    private var clocks: ClockPair
    private var passage: LatencyMeter.Passage?
    private var count = 0
    private var lastAttempt = -LatencyEar.interval
    private var isDone = false

    /// - Parameter begin: playback frame at which the sound begins.
    init(begin: Int, playbackRate: Int, captureRate: Int) {
        self.begin = begin
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
        return progress() + conclusion()
    }

    /// Duration of the captured sound so far, in seconds.
    private var second: Double {
        Double(end - (first ?? 0)) / Double(captureRate)
    }

    /// Adds a captured block. Sound that the device lost is replaced by silence, so frames keep their positions.
    private mutating func keep(_ block: CapturedBlock) {
        let start = first ?? block.frame
        first = start
        end = block.frame + block.samples.count
        guard passage == nil, second <= Self.secondsToHear else {
            return
        }
        // If fewer frames were lost than was thought at first, there was too much silence in their place.
        captured.removeLast(min(max(captured.count + start - block.frame, 0), captured.count))
        captured += [Float](repeating: 0, count: max(block.frame - start - captured.count, 0)) + block.samples
    }

    /// Returns the number of noise bursts played so far, as an event, if it has grown. The last burst counts only once
    /// all bursts have been found.
    private mutating func progress() -> [EarNews] {
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
    private mutating func conclusion() -> [EarNews] {
        if passage == nil, let refusal = listen() {
            return end(with: .failed(refusal))
        }
        guard let passage, let first else {
            return []
        }
        guard let latency = clocks.latency(passage, begin: begin, first: first) else {
            return second >= Self.patience ? end(with: .failed(.unsteady)) : progress()
        }
        guard RhythmPreferences.latencyRange.contains(latency) else {
            return end(with: .failed(.unsteady))
        }
        let calibration = LatencyCalibration(
            median: latency, spread: passage.spread, signalToNoise: passage.signalToNoise)
        return end(with: .measured(calibration))
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
    private mutating func listen() -> RhythmFailure? {
        let isLast = second >= Self.secondsToHear
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
