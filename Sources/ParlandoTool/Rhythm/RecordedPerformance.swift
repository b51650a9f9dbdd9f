import Foundation
import ParlandoCore
import ParlandoPresenters
import ParlandoSignal
import ParlandoSystem

/// A recorded performance, heard by the detector of the microphone mode, in blocks as from a microphone.
struct RecordedPerformance {
    private static let blocksPerSecond = 100
    /// Share of the loudest amplitude below which sound before the first click is noise.
    private static let audibleShare: Float = 0.02

    private let microphone: Recording
    private let reference: Recording?
    private let instrument: InstrumentProfile?

    /// - Parameters:
    ///   - reference: what was sent to the loudspeaker, on the same timeline.
    ///   - calibration: a few strokes of the instrument alone.
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

    /// Hz.
    var rate: Int {
        microphone.rate
    }

    /// Time of the first sound of the loudspeaker, in seconds; nil without such a sound.
    var firstClick: Double? {
        guard let reference, let peak = reference.samples.map(abs).max(), peak > 0 else {
            return nil
        }
        return reference.samples.firstIndex { abs($0) > Self.audibleShare * peak }.map { Double($0) / Double(rate) }
    }

    /// In the order in which the detector reported them.
    func events() throws(Failure) -> [HearingEvent] {
        events(of: try detector())
    }

    /// Onset candidates in the order in which they were judged.
    ///
    /// - Parameter known: times of strokes in seconds, which are accepted in place of the detector's.
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

    /// In order of time.
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

/// Strokes to judge.
struct PlayedStrokes {
    /// Seconds since the first click of the count-in, without the latency.
    let moments: [Double]
    /// Seconds by which every stroke came too late.
    let latency: Double

    init(moments: [Double], latency: Double = 0) {
        self.moments = moments
        self.latency = latency
    }

    /// The latency is the delay of the loudspeaker's sound, because the player follows that sound.
    ///
    /// - Parameter firstClick: seconds since the beginning of the recording.
    init(_ performance: RecordedPerformance, firstClick: Double) throws(Failure) {
        let rate = Double(performance.rate)
        var onsets: [Double] = []
        var delay = 0.0
        for event in try performance.events() {
            switch event {
            case .onset(let onset) where onset.isAccepted:
                onsets.append(onset.frame / rate)
            case .heardLoudspeaker(let found):
                delay = found
            case .onset, .hearsNoLoudspeaker, .loudspeakerIsEarly, .roomChanged, .tooQuiet, .tooLoud:
                break
            }
        }
        self.init(moments: onsets.sorted().map { $0 - firstClick - delay }, latency: delay)
    }

    /// The same strokes with another latency in seconds, if there is one.
    func late(by other: Double?) -> PlayedStrokes {
        guard let other else {
            return self
        }
        return PlayedStrokes(moments: moments.map { $0 + latency - other }, latency: other)
    }
}

/// Strokes from a file or standard input.
enum StrokeFile {
    /// A longer list is refused before it fills memory.
    private static let mostBytes = 16 << 20

    /// Seconds, in the order of the file.
    static func read(_ path: String) throws(Failure) -> [Double] {
        guard let moments = StrokeList.moments(json: try bytes(of: path)) else {
            throw Failure(
                .badData,
                "\(path): "
                    + tr("this is no list of strokes. See: {command}", ["command": "parlandoctl rhythm judge --help"]))
        }
        return moments
    }

    private static func bytes(of path: String) throws(Failure) -> Data {
        let descriptor = open(PathBytes.cString(path == "-" ? "/dev/stdin" : path), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw Failure(AudioFileError(errno == ENOENT ? .missing : .denied), path: path)
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let data: Data
        do {
            data = try file.read(upToCount: mostBytes + 1) ?? Data()
        } catch {
            throw Failure(AudioFileError(.denied), path: path)
        }
        guard data.count <= mostBytes else {
            throw Failure(
                .badData,
                "\(path): "
                    + tr("a list of strokes has at most {size}.", ["size": Quantities.bytes(Int64(mostBytes))]))
        }
        return data
    }
}
