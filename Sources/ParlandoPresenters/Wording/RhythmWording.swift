public import ParlandoCore
public import ParlandoServices

public enum RhythmWording {
    static func feedback(_ verdict: Verdict) -> RhythmViewState.Feedback {
        let deviation = verdict.deviation.map(Quantities.signedMilliseconds) ?? ""
        return .init(
            grade: verdict.grade, word: title(of: verdict.grade), deviation: deviation, isEarly: verdict.isEarly)
    }

    static func title(of grade: Grade) -> String {
        switch grade {
        case .perfect: tr("Perfect")
        case .good: tr("Good")
        case .inaccurate: tr("Inaccurate")
        case .missed: tr("Missed")
        case .stray: tr("Extra")
        }
    }

    static func title(of input: RhythmInput) -> String {
        switch input {
        case .none: tr("Metronome")
        case .tap: trc("input", "Tap")
        case .microphone: tr("Microphone")
        }
    }

    static func title(of source: RhythmPreferences.Source) -> String {
        switch source {
        case .fixed: tr("One Pattern")
        case .sequence: tr("Sequence")
        case .random: tr("Random")
        case .own: tr("My Rhythm")
        }
    }

    /// Grades are limited by fractions of the time between two notes.
    static var relative: RhythmChoices.Option { .init("relative", tr("Relative")) }
    /// Also in milliseconds.
    static var strict: RhythmChoices.Option { .init("strict", tr("Strict")) }

    static func note(on preferences: RhythmPreferences) -> String {
        guard preferences.usesCaps else {
            return tr("A stroke may be off by a fraction of the time between two notes.")
        }
        return tr(
            "Also, perfect within {perfect} ms, good within {good} ms, inaccurate within {inaccurate} ms.",
            [
                "perfect": "\(preferences.perfectCap)", "good": "\(preferences.goodCap)",
                "inaccurate": "\(preferences.inaccurateCap)",
            ])
    }

    /// - Parameter beat: counted from 0.
    static func beat(_ beat: Int, _ stress: BeatStress) -> String {
        let places = ["number": "\(beat + 1)"]
        return switch stress {
        case .accented: tr("Beat {number}: accented", places)
        case .plain: tr("Beat {number}: plain", places)
        case .soft: tr("Beat {number}: soft", places)
        case .silent: tr("Beat {number}: silent", places)
        }
    }

    static func difficulty(_ difficulty: Int) -> String {
        tr("Random, difficulty {number}", ["number": "\(difficulty)"])
    }

    static func sequence(of count: Int) -> String {
        trn("Sequence of {count} pattern", "Sequence of {count} patterns", count)
    }

    static func bars(_ count: Int) -> String {
        count == 0 ? tr("Endless") : trn("{count} bar", "{count} bars", count)
    }

    static func bars(including chosen: Int) -> [RhythmChoices.Option] {
        let usual = [1, 2, 4, 8, 12, 16, 32, 64]
        let numbers = Set(usual + [chosen]).filter { $0 > 0 }.sorted()
        return (numbers + [0]).map { .init("\($0)", bars($0)) }
    }

    /// For screen readers: the patterns, or the notes of a rhythm of the user's own.
    static func bar(_ index: Int, _ music: ExerciseBar, in meter: Meter) -> String {
        let isOwn = music.played.first?.pattern == Pattern.ownID
        let list = music.played.map(\.pattern).reduce(into: [String]()) { ids, id in
            ids.last == id ? () : ids.append(id)
        }.map(PatternWording.name).joined(separator: ", ")
        let notes = isOwn ? NotationWording.values(music.played, in: meter) : list
        return tr("Bar {number}: {list}", ["number": "\(index + 1)", "list": notes])
    }

    /// - Parameter bar: counted from 0.
    static func bar(_ bar: Int, of bars: Int?) -> String {
        let places = ["bar": "\(bar + 1)", "bars": "\(bars ?? 0)"]
        return bars == nil ? tr("bar {bar}", places) : tr("bar {bar} of {bars}", places)
    }

    /// Bars counted from 0.
    static func bars(_ bars: ClosedRange<Int>, of exercise: String) -> String {
        let places = ["first": "\(bars.lowerBound + 1)", "last": "\(bars.upperBound + 1)", "exercise": exercise]
        return trn("Bar {first} of {exercise}", "Bars {first}–{last} of {exercise}", bars.count, places)
    }

    static func upcoming(_ change: TempoChange, isSure: Bool) -> String {
        let places = ["tempo": Quantities.tempo(change.tempo.beatsPerMinute), "bar": "\(change.bar + 1)"]
        return isSure ? tr("{tempo} from bar {bar}", places) : tr("{tempo} from bar {bar} after a good pass", places)
    }

    static func pass(_ pass: RhythmReport.Pass) -> String {
        let accuracy = Quantities.roundedPercent(pass.accuracy)
        return tr("pass {number}: {accuracy}", ["number": "\(pass.number)", "accuracy": accuracy])
    }

    static func drift(_ drift: Drift) -> String {
        let (whole, each) = (Quantities.signedMilliseconds(drift.seconds), Quantities.signedMilliseconds(drift.perBar))
        return trn(
            "{drift} after {count} silent bar ({each} a bar)", "{drift} after {count} silent bars ({each} a bar)",
            drift.bars, ["drift": whole, "each": each])
    }

    static func invitation(_ input: RhythmInput) -> String {
        switch input {
        case .none: tr("Press Enter to start, Escape to stop")
        case .tap: tr("Tap with any key, the mouse or a finger")
        case .microphone: tr("Play your instrument")
        }
    }

    static func playing(_ options: RhythmOptions) -> String {
        guard options.exercise != nil else {
            return tr("The metronome is running")
        }
        return switch options.input {
        case .none: tr("Playing")
        case .tap: tr("Tap with any key. Press Escape to stop.")
        case .microphone: tr("Play your instrument. Press Escape to stop.")
        }
    }

    static func calibrating(_ input: RhythmInput) -> String {
        input == .microphone
            ? tr("Keep quiet while Parlando plays and records the test sound")
            : tr("Tap along with the clicks using any key, the mouse or a finger")
    }

    static func waitingForStrokes(_ phase: RhythmPhase) -> String {
        phase == .learning ? tr("Waiting for the first note") : tr("Measuring latency")
    }

    /// Shown while the audio settles after the last tap or burst.
    public static func waitingForClock(_ input: RhythmInput) -> String {
        input == .microphone
            ? tr("Test sound heard. Waiting for audio to settle")
            : tr("Done. Waiting for audio to settle")
    }

    /// `3 of 8`
    public static func strokes(_ count: Int, of needed: Int) -> String {
        tr("{done} of {total}", ["done": "\(count)", "total": "\(needed)"])
    }

    static var testSound: Message {
        Message(
            tr(
                "Parlando will keep silent for about twelve seconds and then play three bursts of loud noise. Take off "
                    + "headphones, and put the microphone where it hears the speaker."),
            .playTestSound)
    }

    /// Sound and taps can also be ahead of what the sound system reports.
    static func latency(_ seconds: Double) -> String {
        let amount = Quantities.milliseconds(abs(seconds))
        return seconds < 0 ? tr("{amount} early", ["amount": amount]) : amount
    }

    static func calibrated(_ calibration: LatencyCalibration) -> String {
        let places = [
            "latency": latency(calibration.median),
            "uncertainty": Quantities.milliseconds(calibration.uncertainty),
            "ratio": calibration.signalToNoise.map(Quantities.decibels) ?? "",
        ]
        return calibration.signalToNoise == nil
            ? tr("Latency {latency} ± {uncertainty}", places)
            : tr("Latency {latency} ± {uncertainty}, signal to noise {ratio}", places)
    }

    public static var lost: Message {
        Message(tr("The audio device was disconnected. Reconnect it or choose another to continue."), .chooseOutput)
    }
}

public enum PatternWording {
    /// The name; for a pattern of the user's own, its ID.
    public static func name(of id: Pattern.ID) -> String {
        switch id {
        case "quarter": tr("Quarter note")
        case "rest": tr("Quarter rest")
        case "eighths": tr("Two eighths")
        case "half": tr("Half note")
        case "triplet": tr("Eighth triplet")
        case "rest-eighth": tr("Eighth rest and eighth")
        case "eighth-rest": tr("Eighth and eighth rest")
        case "dotted-quarter": tr("Dotted quarter and eighth")
        case "sixteenths": tr("Four sixteenths")
        case "eighth-sixteenths": tr("Eighth and two sixteenths")
        case "sixteenths-eighth": tr("Two sixteenths and eighth")
        case "eighth-dotted-quarter": tr("Eighth and dotted quarter")
        case "syncopation": tr("Syncopation")
        case "dotted-eighth": tr("Dotted eighth and sixteenth")
        case "sixteenth-dotted": tr("Sixteenth and dotted eighth")
        case "sixteenth-syncopation": tr("Syncopation in sixteenths")
        case "triplet-rest": tr("Triplet with a rest inside")
        case "swing": tr("Swing: quarter and eighth as a triplet")
        case "rest-sixteenths": tr("Sixteenth rest and three sixteenths")
        case "quarter-triplet": tr("Quarter triplet")
        case "quintuplet": tr("Quintuplet of sixteenths")
        case "poly-3-2": tr("Three against two")
        case "poly-2-3": tr("Two against three")
        case "poly-4-3": tr("Four against three")
        case "poly-5-4": tr("Five against four")
        case "dotted-beat": tr("Dotted quarter note")
        case "dotted-rest": tr("Dotted quarter rest")
        case "three-eighths": tr("Three eighths")
        case "quarter-eighth": tr("Quarter and eighth")
        case "eighth-quarter": tr("Eighth and quarter")
        case "rest-two-eighths": tr("Eighth rest and two eighths")
        case "eighth-rest-eighth": tr("Two eighths with a rest between")
        case "six-sixteenths": tr("Six sixteenths")
        case "eighth-four-sixteenths": tr("Eighth and four sixteenths")
        case "siciliana": tr("Siciliana: dotted eighth, sixteenth, eighth")
        case "two-dotted-eighths": tr("Two dotted eighths")
        default: id
        }
    }
}

enum ResultsWording {
    static func inTime(_ results: RhythmResults) -> String {
        let notes = results.inTime + results.count(.inaccurate) + results.count(.missed)
        return notes == 0
            ? "" : tr("{done} of {total} in time", ["done": "\(results.inTime)", "total": "\(notes)"])
    }

    static func formula(_ results: RhythmResults) -> String {
        let all = results.inTime + results.count(.missed) + results.count(.stray)
        let inTime = tr("Perfect and good notes are in time.") + " "
        guard all > 0 else {
            return inTime + tr("Only inaccurate notes, which do not count, so there is no accuracy.")
        }
        return inTime
            + tr(
                "Accuracy = (perfect + good) ÷ (perfect + good + missed + extra) = {right} ÷ {all}. Inaccurate notes do "
                    + "not count.",
                ["right": "\(results.inTime)", "all": "\(all)"])
    }

    static func label(of grade: Grade) -> String {
        switch grade {
        case .perfect: tr("perfect")
        case .good: tr("good")
        case .inaccurate: tr("inaccurate")
        case .missed: tr("missed")
        case .stray: tr("extra")
        }
    }

    static func time(_ seconds: Double) -> String {
        tr("Time {clock}", ["clock": Quantities.clock(seconds)])
    }

    static func timing(_ timing: TimingStatistics) -> String {
        guard let mean = timing.mean else {
            return tr("No notes were hit.")
        }
        let places = [
            "mean": Quantities.signedMilliseconds(mean), "spread": Quantities.milliseconds(timing.spread ?? 0),
        ]
        return timing.spread == nil ? tr("Mean {mean}", places) : tr("Mean {mean}, spread {spread}", places)
    }

    static func spoken(_ histogram: DeviationHistogram) -> String {
        guard let range = histogram.range else {
            return tr("No notes were hit.")
        }
        let peak = range.max { histogram.count($0) < histogram.count($1) } ?? 0
        let width = DeviationHistogram.binWidth
        return tr(
            "Deviations from {first} to {last}, most often {peak}",
            [
                "first": Quantities.signedMilliseconds(Double(range.lowerBound) * width),
                "last": Quantities.signedMilliseconds(Double(range.upperBound) * width),
                "peak": Quantities.signedMilliseconds(Double(peak) * width),
            ])
    }

    static func spoken(_ places: [PlaceInBar], meter: Meter) -> String {
        places.compactMap { place in
            place.timing.mean.map { mean in
                tr(
                    "beat {beat}: {mean}",
                    [
                        "beat": Quantities.beat(ofTick: place.tick, in: meter),
                        "mean": Quantities.signedMilliseconds(mean),
                    ])
            }
        }.joined(separator: ", ")
    }
}

extension RhythmFailure {
    public var message: Message {
        switch self {
        case .audio(let error): error.message
        case .silence:
            Message(
                tr("The microphone hears nothing. Turn up the speaker, and check that the microphone is not muted."),
                .calibrateAgain)
        case .noise(let excess):
            Message(
                tr(
                    "Other sound is at least {amount} louder than the test sound. Turn up the speaker, or move the "
                        + "microphone closer.",
                    ["amount": Quantities.decibels(excess)]), .calibrateAgain)
        case .disagreement(let seconds):
            Message(
                tr(
                    "The measurements differ by {amount}. Leave the microphone where it is, and close other "
                        + "applications.",
                    ["amount": Quantities.milliseconds(seconds)]), .calibrateAgain)
        case .spread(let seconds):
            Message(
                tr(
                    "The measurements vary by {amount}, more than 30 ms. Nothing was changed.",
                    ["amount": Quantities.milliseconds(seconds)]), .calibrateAgain)
        case .unsteady:
            Message(
                tr("This computer is too busy to measure audio timing. Close other applications, then try again."),
                .calibrateAgain)
        case .tooFewStrokes: Message(tr("There were too few taps or notes. Nothing was changed."))
        }
    }
}

extension RhythmWarning {
    /// The message to the player; nil if there is none.
    public var message: Message? {
        switch self {
        case .microphoneTooQuiet:
            Message(tr("The microphone level is very low. Move closer, or choose another."), .chooseMicrophone)
        case .microphoneTooLoud:
            Message(tr("The microphone level is too high. Turn it down, or move away."), .chooseMicrophone)
        case .roomChanged: Message(tr("The room or volume has changed. Adjusting to how the clicks sound."))
        case .dropouts(let count):
            Message(
                trn(
                    "The audio dropped out {count} time; the beat stayed in time.",
                    "The audio dropped out {count} times; the beat stayed in time.", count))
        case .steadyBias(let seconds): Message(Self.bias(seconds), .correctBias)
        }
    }

    var tone: PageBanner.Tone {
        switch self {
        case .microphoneTooQuiet, .microphoneTooLoud, .dropouts: .warning
        case .roomChanged, .steadyBias: .information
        }
    }

    private static func bias(_ seconds: Double) -> String {
        let amount = ["amount": Quantities.milliseconds(abs(seconds))]
        return seconds > 0
            ? tr("Your taps are consistently {amount} late. Compensate for device latency?", amount)
            : tr("Your taps are consistently {amount} early. Compensate for device latency?", amount)
    }
}

extension AudioError {
    var loudspeakerMessage: Message {
        switch kind {
        case .noDevice:
            Message(tr("No speaker found. Connect speakers or headphones, or choose a device."), .chooseOutput)
        case .busy, .taken:
            Message(tr("Another application is using the speaker. Close it, then try again."), .tryAgain)
        case .denied: Message(tr("Parlando does not have permission to play sound. Check your account's permissions."))
        case .lost:
            Message(
                tr("The speaker was disconnected. Reconnect it, or choose another."), .chooseOutput)
        case .unsupported: Message(tr("Parlando cannot use this speaker. Choose another."), .chooseOutput)
        case .failed: Message(tr("The speaker could not be opened."), .tryAgain)
        }
    }
}

extension PageAction {
    static var chooseOutput: Self { Self(tr("Choose a Speaker"), .chooseOutput) }
    static var calibrateLatency: Self { Self(tr("Calibrate Latency"), .calibrateLatency) }
    static var calibrateAgain: Self { Self(tr("Try Again"), .calibrateNow) }
    static var playTestSound: Self { Self(tr("Play Test Sound"), .calibrateNow) }
    static var learnInstrument: Self { Self(tr("Learn Instrument"), .learnInstrument) }
    static var correctBias: Self { Self(tr("Compensate"), .correctBias) }
}

extension PatternError {
    public var message: Message {
        guard let spot = place.text else {
            return Message(fault)
        }
        return Message(tr("{place}: {fault}", ["place": spot, "fault": fault]))
    }

    private var fault: String {
        switch kind {
        case .unreadable: tr("The rhythm pattern file cannot be read.")
        case .notJSON(.some(let line)): tr("The file is not valid JSON: see line {line}.", ["line": "\(line)"])
        case .notJSON(.none): tr("The file is not valid JSON.")
        case .missingKey(let key): tr("“{key}” is missing.", ["key": key])
        case .unknownKey(let key): tr("Unknown entry “{key}”.", ["key": key])
        case .wrongType(let key) where key.isEmpty: tr("The file must start with an object.")
        case .wrongType(let key): tr("“{key}” has the wrong type.", ["key": key])
        case .noPatterns: tr("The file contains no rhythm patterns.")
        case .badID: tr("Use only lowercase letters a–z, digits and hyphens in a name.")
        case .repeatedID: tr("Another pattern already has this name.")
        case .badDifficulty: tr("The difficulty must be a number from 1 to 5.")
        case .noNotes: tr("The pattern has no notes.")
        case .unknownValue(let value): tr("There is no note called “{value}”.", ["value": value])
        case .uncountableLength: tr("This note cannot be dotted or part of a triplet.")
        case .brokenBeats: tr("The notes do not add up to whole beats.")
        case .tooLong: tr("The notes are longer than a bar.")
        }
    }
}

extension PatternError.Place {
    /// Nil if the error concerns the file as a whole.
    fileprivate var text: String? {
        guard let pattern else {
            return nil
        }
        let name = id.map { "\(pattern) (\($0))" } ?? "\(pattern)"
        guard let note else {
            return tr("Pattern {pattern}", ["pattern": name])
        }
        return tr("Pattern {pattern}, note {note}", ["pattern": name, "note": "\(note)"])
    }
}
