import ParlandoCore
import ParlandoPresenters
import ParlandoSignal
import ParlandoSystem

/// Recorded performance, analysed by the same detector as in microphone mode, in blocks as they would arrive from a
/// microphone.
struct RecordedPerformance {
    private static let blocksPerSecond = 100
    /// Amplitude below which sound before the first click counts as noise, as a fraction of the loudest sample's
    /// amplitude.
    private static let audibleShare: Float = 0.02

    private let microphone: Recording
    private let reference: Recording?
    private let instrument: InstrumentProfile?

    /// - Parameters:
    ///   - path: path of the microphone's recording.
    ///   - reference: path of the audio sent to the loudspeaker, on the same timeline.
    ///   - calibration: path of a recording with a few strokes of the instrument alone.
    init(path: String, reference: String?, calibration: String?) throws(Failure) {
        microphone = try Self.read(path)
        instrument = try calibration.map { path throws(Failure) in try Self.instrument(path) }
        let rate = microphone.rate
        self.reference = try reference.map { path throws(Failure) in
            guard let converted = try Self.read(path).converted(to: rate) else {
                throw Failure(
                    .badData, "\(path): " + tr("this rate cannot be converted to {rate} Hz.", ["rate": "\(rate)"]))
            }
            return converted
        }
    }

    /// Sample rate of the recording, in Hz.
    var rate: Int {
        microphone.rate
    }

    /// Time of the first sound that was sent to the loudspeaker, in seconds, or nil if no file with that sound was
    /// given or the file is silent.
    var firstClick: Double? {
        guard let reference, let peak = reference.samples.map(abs).max(), peak > 0 else {
            return nil
        }
        return reference.samples.firstIndex { abs($0) > Self.audibleShare * peak }.map { Double($0) / Double(rate) }
    }

    /// Returns all events of the detector, in the order in which it reported them.
    func events() throws(Failure) -> [HearingEvent] {
        events(of: try detector())
    }

    /// Returns all onset candidates (sounds that may be strokes), in the order in which they were judged.
    ///
    /// - Parameter known: times of the known strokes in seconds, which are accepted instead of those that the detector
    ///   accepts; nil if no strokes are known.
    func candidates(known: [Double]?) throws(Failure) -> [OnsetCandidate] {
        let detector = try detector(isRecording: true, known: known.map { $0.map { $0 * Double(rate) } })
        _ = events(of: detector)
        return detector.takeCandidates()
    }

    private func detector(isRecording: Bool = false, known: [Double]? = nil) throws(Failure) -> StrokeDetector {
        guard
            let detector = StrokeDetector(
                rate: rate, instrument: instrument, hasReference: reference != nil, isRecording: isRecording,
                known: known)
        else {
            throw Failure(.badData, tr("Sound of {rate} Hz cannot be heard.", ["rate": "\(rate)"]))
        }
        return detector
    }

    private func events(of detector: StrokeDetector) -> [HearingEvent] {
        let block = max(1, rate / Self.blocksPerSecond)
        let lead = Int((StrokeDetector.referenceLead * Double(rate)).rounded())
        var events: [HearingEvent] = []
        for start in stride(from: 0, to: microphone.samples.count, by: block) {
            let end = min(start + block, microphone.samples.count)
            events += detector.hear(
                Array(microphone.samples[start..<end]), reference: played(start + lead..<end + lead))
        }
        return events + detector.finish()
    }

    /// Returns all onsets, in order of time.
    func onsets() throws(Failure) -> [Onset] {
        try events().compactMap { event in
            if case .onset(let onset) = event { onset } else { nil }
        }
        .sorted { $0.frame < $1.frame }
    }

    private func played(_ frames: Range<Int>) -> [Float] {
        guard let reference else {
            return []
        }
        return frames.map { $0 < reference.samples.count ? reference.samples[$0] : 0 }
    }

    private static func instrument(_ path: String) throws(Failure) -> InstrumentProfile {
        let strokes = try read(path)
        let learner = InstrumentLearner(rate: strokes.rate)
        _ = learner?.hear(strokes.samples)
        guard let profile = learner?.profile else {
            throw Failure(
                .badData,
                "\(path): " + tr("fewer than three strokes were heard. Record a few, each on its own."))
        }
        return profile
    }

    private static func read(_ path: String) throws(Failure) -> Recording {
        do throws(AudioFileError) {
            return try Recording(path: path)
        } catch {
            throw Failure(error, path: path)
        }
    }
}
