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
    /// Paused. Playing resumes with a count-in, at the bar in which it was paused.
    case paused
    case deviceLost
    /// Learns an instrument from strokes without any other sound.
    case learning
    case calibrating
}

/// The options of an exercise.
public struct RhythmOptions: Sendable, Equatable {
    /// The exercise, or nil for the metronome alone, which plays until it is stopped and whose tempo may be changed
    /// meanwhile.
    public var exercise: Exercise?
    /// Tempo of the beat.
    public var tempo: Tempo
    /// The clicks of a bar. The bar has as many beats as a bar of the exercise.
    public var clicks: ClickPattern
    /// Input method for strokes: tapping, the microphone, or none.
    public var input: RhythmInput
    /// Loudness of the clicks, 0…1; 0 mutes them.
    public var clickVolume: Double
    /// Loudness of the guide tone for each note, 0…1; 0 mutes it.
    public var guideVolume: Double
    /// The audio devices and how they are used.
    public var transport: TransportOptions
    /// Upper bounds of the deviations for each grade in seconds, or nil if there are none.
    public var caps: GradeCaps?
    /// Round-trip latency in seconds, from the sound leaving the program until a stroke at that sound comes back, as
    /// calibrated for the devices. If nil, they were never calibrated and the delay that the device reports is used.
    public var latency: Double?
    /// The learned sound of the instrument, or nil if none was learned.
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

/// Maps the monotonic clock to positions in the exercise, so that a drawing can follow the sound.
public struct BeatClock: Sendable, Equatable {
    /// Clock fit of the playback stream, which gives the time at which each frame is heard.
    public let map: TimeMap
    /// Nominal sample rate of that stream, in Hz. The clicks were placed by it, whatever the device's true rate is.
    public let rate: Int
    /// Frame of the first click of the latest count-in.
    public let firstClick: Int
    /// Tick of the exercise that follows this count-in.
    public let startTick: Int
    /// Tempo by which ticks are converted to time.
    public let tempo: Tempo
    /// Beats in a bar and in the count-in.
    public let beats: Int

    public init(map: TimeMap, rate: Int, firstClick: Int, startTick: Int, tempo: Tempo, beats: Int = 4) {
        self.map = map
        self.rate = rate
        self.firstClick = firstClick
        self.startTick = startTick
        self.tempo = tempo
        self.beats = beats
    }

    /// Returns the ticks from the first beat of the exercise to the position heard at this time. The number is
    /// fractional, and negative during the first count-in.
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
    /// Strokes are steadily late (positive) or early (negative) by this number of seconds. The user is offered it as a
    /// correction of the latency.
    case steadyBias(Double)
}

/// The reason that the trainer stopped or did not begin.
public enum RhythmFailure: Error, Sendable, Equatable {
    case audio(AudioError)
    /// The microphone captured silence during the calibration.
    case silence
    /// The sound of the calibration was not found, because other sound was louder by at least this many dB.
    case noise(excess: Double)
    /// The delays of the calibration's bursts differ by this many seconds. No result was kept.
    case disagreement(Double)
    /// The spread of the taps in seconds, which is above the maximum of 0.030. No result was kept.
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
    /// Spread in seconds: largest minus smallest of the measurements (taps without outliers).
    public let spread: Double
    /// Power of the sound that was played, relative to that of all other sound at the microphone, in dB; nil if the
    /// user tapped.
    public let signalToNoise: Double?

    public init(median: Double, spread: Double, signalToNoise: Double? = nil) {
        self.median = median
        self.spread = spread
        self.signalToNoise = signalToNoise
    }
}

/// Receives a rhythm service's events on the main actor, in the order in which they happened.
@MainActor public protocol RhythmServiceDelegate: AnyObject {
    func rhythmService(_ service: any RhythmTraining, didReport event: RhythmEvent)
}

/// The commands that a presenter can give to the rhythm trainer. A command that does not fit the phase has no effect.
public protocol RhythmTraining: Actor {
    @MainActor var delegate: (any RhythmServiceDelegate)? { get set }
    func start(_ options: RhythmOptions)
    /// Ends the exercise. The part that was played is judged.
    func stop()
    func pause()
    func resume()
    /// Records that a key, button or finger went down at this time. Also used when calibrating by tapping.
    func tap(at time: HostTime)
    /// Changes the tempo within a beat. Has no effect during an exercise.
    func change(tempo: Tempo)
    /// Changes the stresses and the subdivision from the next beat on. The number of beats in a bar stays.
    func change(clicks: ClickPattern)
    func change(clickVolume: Double, guideVolume: Double)
    /// Continues the exercise or the metronome with other devices, after another count-in. Also works after a device
    /// was lost.
    ///
    /// - Parameter latency: calibrated latency of these devices, as in `RhythmOptions`.
    func change(devices: TransportOptions, latency: Double?)
    /// Learns an instrument from a few strokes. No clicks are played meanwhile.
    func learnInstrument(_ transport: TransportOptions)
    /// Calibrates the latency: by bursts of loud noise that the microphone captures, or, if the transport does not
    /// capture, by clicks to which the user taps along.
    func calibrate(_ transport: TransportOptions)
}

/// An event that a rhythm service reports to its delegate.
public enum RhythmEvent: Sendable, Equatable {
    /// The trainer has entered this phase.
    case phase(RhythmPhase)
    /// The timing of the beat, reported about once a second while the metronome plays, and whenever it changes.
    case clock(BeatClock)
    /// New verdicts, in order. A verdict for a note or stroke that was judged before replaces the earlier one.
    case verdicts([Verdict])
    /// The exercise has ended, because it is complete or because it was stopped.
    case results(RhythmResults)
    /// Loudness at the microphone in dB of full scale, about 30 times a second.
    case level(Double)
    case warning(RhythmWarning)
    /// Number of strokes or bursts heard, or of taps, so far while learning or calibrating, and the number needed.
    case count(Int, of: Int)
    case instrument(InstrumentProfile)
    case calibration(LatencyCalibration)
    case failure(RhythmFailure)
}
