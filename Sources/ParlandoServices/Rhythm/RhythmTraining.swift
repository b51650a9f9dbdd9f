public import ParlandoCore

/// The phase of the rhythm trainer.
///
///     idle → opening → countIn → playing → idle (finished)
///              ↑          ↓ ⇅       ↓
///              └──── deviceLost   paused → countIn
///     idle → learning → idle           (strokes of the instrument alone)
///     idle → calibrating → idle        (latency)
public enum RhythmPhase: Sendable, Equatable {
    case idle
    case opening
    case countIn
    case playing
    /// The exercise is paused. It resumes with a count-in, at the bar in which it was paused.
    case paused
    case deviceLost
    /// An instrument is being learned from strokes, without any other sound.
    case learning
    case calibrating
}

/// The options of an exercise.
public struct RhythmOptions: Sendable, Equatable {
    /// The exercise. If nil, only the metronome plays, until it is stopped; its tempo may be changed meanwhile.
    public var exercise: Exercise?
    /// Tempo of the beat.
    public var tempo: Tempo
    /// The clicks of a bar. The bar has as many beats as a bar of the exercise.
    public var clicks: ClickPattern
    /// Input method for strokes: tapping, the microphone, or none.
    public var input: RhythmInput
    /// Loudness of the clicks, 0…1; 0 mutes them.
    public var clickVolume: Double
    /// Loudness of the guide tone for each note, 0…1; 0 mutes the tone.
    public var guideVolume: Double
    /// The audio devices and how they are used.
    public var transport: TransportOptions
    /// Maximum deviation of a stroke for each grade, in seconds; nil if there are none.
    public var caps: GradeCaps?
    /// Calibrated latency of the devices, in seconds: from the time at which a sound leaves the program until a stroke
    /// made to this sound arrives. If nil, the devices were never calibrated, and the delay that the device reports is
    /// used.
    public var latency: Double?
    /// The learned sound of the instrument; nil if none was learned.
    public var instrument: InstrumentProfile?

    public init(
        exercise: Exercise?, tempo: Tempo = .initial, clicks: ClickPattern? = nil, input: RhythmInput = .tap,
        clickVolume: Double = 0.8, guideVolume: Double = 0.3, transport: TransportOptions = TransportOptions(),
        caps: GradeCaps? = nil,
        latency: Double? = nil, instrument: InstrumentProfile? = nil
    ) {
        self.exercise = exercise
        self.tempo = tempo
        let beats = exercise?.meter.beats ?? clicks?.beats ?? Meter.fourFour.beats
        self.clicks = clicks.flatMap { $0.beats == beats ? $0 : nil } ?? ClickPattern(beats: beats)
        self.input = input
        self.clickVolume = clickVolume
        self.guideVolume = guideVolume
        self.transport = transport
        self.caps = caps
        self.latency = latency
        self.instrument = instrument
    }
}

/// Maps the monotonic clock to positions in the exercise. With it, a drawing can follow the sound.
public struct BeatClock: Sendable, Equatable {
    /// Clock fit of the playback stream, which gives the time at which each frame is heard.
    public let map: TimeMap
    /// Nominal sample rate of the playback stream, in Hz. The clicks are placed according to this rate, whatever the
    /// device's true rate is.
    public let rate: Int
    /// Playback frame of the first click of the latest count-in.
    public let firstClick: Int
    /// Tick of the exercise (a twelfth of a beat) that follows the latest count-in.
    public let startTick: Int
    /// Tempo by which ticks (twelfths of a beat) are converted to time.
    public let tempo: Tempo
    /// Number of beats in a bar and in the count-in.
    public let beats: Int

    public init(map: TimeMap, rate: Int, firstClick: Int, startTick: Int, tempo: Tempo, beats: Int = 4) {
        self.map = map
        self.rate = rate
        self.firstClick = firstClick
        self.startTick = startTick
        self.tempo = tempo
        self.beats = beats
    }

    /// Returns the position in the exercise that is heard at this time, in ticks (twelfths of a beat) from the first
    /// beat. The position is fractional, and negative during the first count-in.
    public func tick(at time: HostTime) -> Double {
        let seconds = (map.frame(at: time) - Double(firstClick)) / Double(rate)
        let ticks = seconds / tempo.secondsPerBeat * Double(NoteValue.ticksPerBeat)
        return ticks - Double(beats * NoteValue.ticksPerBeat) + Double(startTick)
    }
}

/// A warning that is shown to the player while the exercise continues.
public enum RhythmWarning: Sendable, Equatable {
    case microphoneTooQuiet
    case microphoneTooLoud
    /// The room or the volume changed, so the echo path from the loudspeaker to the microphone is being learned anew.
    case roomChanged
    /// The sound device has dropped out `count` times so far. The beat did not shift.
    case dropouts(count: Int)
    /// Strokes are consistently late (positive) or early (negative) by this many seconds. The program offers to correct
    /// the latency by this amount.
    case steadyBias(Double)
}

/// The reason that the rhythm trainer stopped or did not begin.
public enum RhythmFailure: Error, Sendable, Equatable {
    case audio(AudioError)
    /// The microphone captured silence during the calibration.
    case silence
    /// The sound of the calibration was not found, because other sound was louder by at least this many dB.
    case noise(excess: Double)
    /// The delays of the calibration's noise bursts differ by this many seconds. No result was kept.
    case disagreement(Double)
    /// The taps were spread over this many seconds, which is above the maximum of 0.030. No result was kept.
    case spread(Double)
    /// The delay that the sound system reports kept changing during the measurement, as on a busy computer.
    case unsteady
    /// Too few strokes were heard or tapped.
    case tooFewStrokes
}

/// The result of a latency calibration.
public struct LatencyCalibration: Sendable, Equatable {
    /// Median latency, in seconds.
    public let median: Double
    /// Largest minus smallest of the measured latencies, in seconds (for taps, without outliers).
    public let spread: Double
    /// Standard deviation of `median` in seconds. It contains what is not known about the delays that the sound system
    /// reports, which is more than the measurements differ by.
    public let uncertainty: Double
    /// Power of the calibration's sound relative to that of all other sound at the microphone, in dB; nil if the user
    /// tapped.
    public let signalToNoise: Double?

    public init(median: Double, spread: Double, uncertainty: Double, signalToNoise: Double? = nil) {
        self.median = median
        self.spread = spread
        self.uncertainty = uncertainty
        self.signalToNoise = signalToNoise
    }
}

/// Receives a rhythm service's events on the main actor, in the order in which they happened.
@MainActor public protocol RhythmServiceDelegate: AnyObject {
    func rhythmService(_ service: any RhythmTraining, didReport event: RhythmEvent)
}

/// The commands that a presenter can give to the rhythm trainer. A command has no effect if it makes no sense in the
/// trainer's current phase, such as playing or paused.
public protocol RhythmTraining: Actor {
    @MainActor var delegate: (any RhythmServiceDelegate)? { get set }
    func start(_ options: RhythmOptions)
    /// Ends the current activity. If it is an exercise, the part that was played is judged.
    func stop()
    func pause()
    func resume()
    /// Records that the player tapped: a key, button or finger went down at this time. Also used when calibrating by
    /// tapping.
    func tap(at time: HostTime)
    /// Changes the tempo of the metronome. The change takes effect within a beat. Has no effect during an exercise.
    func change(tempo: Tempo)
    /// Changes the stresses and the subdivision of the clicks from the next beat on. The number of beats in a bar must
    /// stay the same.
    func change(clicks: ClickPattern)
    func change(clickVolume: Double, guideVolume: Double)
    /// Continues the exercise or the metronome with other audio devices, after another count-in. Also works after a
    /// device was lost.
    ///
    /// - Parameter latency: calibrated latency of these devices, as in `RhythmOptions`.
    func change(devices: TransportOptions, latency: Double?)
    /// Learns the sound of an instrument from a few strokes. No clicks are played meanwhile.
    func learnInstrument(_ transport: TransportOptions)
    /// Calibrates the latency. If `transport` includes capture (`listens`), the microphone records bursts of loud noise
    /// from the loudspeaker. Otherwise the user taps along with clicks.
    func calibrate(_ transport: TransportOptions)
}

/// An event that a rhythm service reports to its delegate.
public enum RhythmEvent: Sendable, Equatable {
    /// The trainer has entered this phase.
    case phase(RhythmPhase)
    /// The timing of the beat. Reported about once a second while the metronome plays, and whenever the timing changes.
    case clock(BeatClock)
    /// New verdicts (grade and deviation) on notes and strokes, in order. A verdict replaces an earlier verdict on the
    /// same note or stroke.
    case verdicts([Verdict])
    /// The exercise has ended, because it is complete or because it was stopped.
    case results(RhythmResults)
    /// Level at the microphone, in dBFS. Reported about 30 times a second.
    case level(Double)
    case warning(RhythmWarning)
    /// Progress of learning or calibrating: the number of strokes, noise bursts or taps so far, and the number needed.
    case count(Int, of: Int)
    case instrument(InstrumentProfile)
    case calibration(LatencyCalibration)
    case failure(RhythmFailure)
}
