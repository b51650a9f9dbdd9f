public import ParlandoCore
import ParlandoServices

/// Texts of the rhythm page.
public enum RhythmWording {
    static func feedback(_ verdict: Verdict) -> RhythmViewState.Feedback {
        let deviation = verdict.deviation.map(Quantities.signedMilliseconds) ?? ""
        return .init(verdict.grade, word: title(of: verdict.grade), deviation: deviation, isEarly: verdict.isEarly)
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
        }
    }

    static func title(of rule: JudgingRule) -> String {
        switch rule {
        case .relative: tr("Relative")
        case .strict: tr("Strict")
        }
    }

    /// Returns an explanation of the chosen rule for grading strokes.
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

    /// Returns the name of a beat of the bar with its stress, such as "Beat 1: accented". `beat` is counted from 0.
    static func beat(_ beat: Int, _ stress: BeatStress) -> String {
        let places = ["number": "\(beat + 1)"]
        return switch stress {
        case .accented: tr("Beat {number}: accented", places)
        case .plain: tr("Beat {number}: plain", places)
        case .silent: tr("Beat {number}: silent", places)
        }
    }

    static func subdivision(_ clicks: Int) -> String {
        trn("{count} click per beat", "{count} clicks per beat", clicks)
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

    /// Returns the choices for the number of bars: the usual numbers, the number that is chosen now, and "endless".
    static func bars(including chosen: Int) -> [RhythmChoices.Option] {
        let usual = [1, 2, 4, 8, 12, 16, 32, 64]
        let numbers = Set(usual + [chosen]).filter { $0 > 0 }.sorted()
        return (numbers + [0]).map { .init("\($0)", bars($0)) }
    }

    /// Returns a description of a bar for screen readers.
    static func bar(_ index: Int, _ patterns: [Pattern]) -> String {
        let list = patterns.map(PatternWording.name).joined(separator: ", ")
        return tr("Bar {number}: {list}", ["number": "\(index + 1)", "list": list])
    }

    static func caption(tempo: Tempo, bar: Int?, of bars: Int?) -> String {
        let places = [
            "tempo": Quantities.tempo(tempo.beatsPerMinute), "bar": "\((bar ?? 0) + 1)", "bars": "\(bars ?? 0)",
        ]
        return bars == nil
            ? tr("{tempo} BPM · bar {bar}", places) : tr("{tempo} BPM · bar {bar} of {bars}", places)
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

    /// Returns the status of a calibration that waits for the audio to settle after the last tap or burst.
    public static func waitingForClock(_ input: RhythmInput) -> String {
        input == .microphone
            ? tr("Test sound heard. Waiting for audio to settle")
            : tr("Done. Waiting for audio to settle")
    }

    /// Returns a text such as `3 of 8`: the number of strokes that a calibration has detected, and the number that it
    /// needs.
    public static func strokes(_ count: Int, of needed: Int) -> String {
        tr("{done} of {total}", ["done": "\(count)", "total": "\(needed)"])
    }

    /// Message that says which test sound a calibration by microphone will play, with a button that starts the
    /// calibration.
    static var testSound: Message {
        Message(
            tr(
                "Parlando will keep silent for about twelve seconds and then play three bursts of loud noise. Take off "
                    + "headphones, and put the microphone where it hears the speaker."),
            .playTestSound)
    }

    static func calibrated(_ calibration: LatencyCalibration) -> String {
        let places = [
            "latency": Quantities.milliseconds(calibration.median),
            "uncertainty": Quantities.milliseconds(calibration.uncertainty),
            "ratio": calibration.signalToNoise.map(Quantities.decibels) ?? "",
        ]
        return calibration.signalToNoise == nil
            ? tr("Latency {latency} ± {uncertainty}", places)
            : tr("Latency {latency} ± {uncertainty}, signal to noise {ratio}", places)
    }

    static var lost: String {
        tr("The audio device was disconnected. Reconnect it or choose another to continue.")
    }
}
