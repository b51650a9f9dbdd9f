import ParlandoCore

/// Time signatures, tempos and the ways to practise.
extension RhythmWording {
    static var meters: [PreferencesViewState.Option] {
        Meter.allCases.map { .init($0.rawValue, title(of: $0)) }
    }

    /// `7/8 (2+2+3)`, `6/8 in Eighths`
    static func title(of meter: Meter) -> String {
        let signature = "\(meter.upper)/\(meter.lower)"
        if meter.isCompound, meter.beatTicks == 60 {
            return tr("{signature} in Eighths", ["signature": signature])
        }
        let groups = meter.groups.map { "\($0 / 60)" }.joined(separator: "+")
        return meter.lower == 8 && !meter.isCompound ? signature + " (\(groups))" : signature
    }

    /// The notes that are clicked, in the meter's beats.
    static func clicks(_ clicks: Int, in meter: Meter) -> String {
        switch (meter.beatTicks, clicks) {
        case (180, 1): tr("Dotted Quarters")
        case (180, 2): tr("Duplets")
        case (180, 4): tr("Quadruplets")
        case (120, 1): tr("Quarters")
        case (120, 2), (180, 3), (60, 1): tr("Eighths")
        case (120, 4), (180, 6), (60, 2): tr("Sixteenths")
        case (_, 3): tr("Triplets")
        case (_, 4): tr("Thirty-Seconds")
        case (_, 5): tr("Quintuplets")
        default: tr("Sextuplets")
        }
    }

    /// `90 BPM`, or `♩. = 60` if the beat is not a quarter.
    static func tempo(_ tempo: Tempo, in meter: Meter) -> String {
        meter.beatTicks == 120
            ? tr("{tempo} BPM", ["tempo": Quantities.tempo(tempo.beatsPerMinute)])
            : NotationWording.tempoMark(meter, tempo)
    }

    /// Before a tempo's number, and what the number is.
    static func mark(of meter: Meter) -> (sign: String, title: String) {
        switch meter.beatTicks {
        case 180: ("♩. =", tr("Tempo in dotted quarters per minute"))
        case 60: ("♪ =", tr("Tempo in eighths per minute"))
        default: ("", tr("Tempo in beats per minute"))
        }
    }

    /// As printed on metronomes (Wittner's scale). The words are Italian in every language. Counted eighths have none.
    static func name(of tempo: Tempo, in meter: Meter) -> String {
        let names = [
            (40.0, "Grave"), (60, "Largo"), (66, "Larghetto"), (76, "Adagio"), (108, "Andante"), (120, "Moderato"),
            (168, "Allegro"), (200, "Presto"),
        ]
        return meter.beatTicks == 60 ? "" : names.first { tempo.beatsPerMinute < $0.0 }?.1 ?? "Prestissimo"
    }

    /// What is on: `Swing 66% · 2+2 bars · to 120`.
    static func practice(_ choices: RhythmPreferences) -> (label: String, title: String) {
        let gaps = ["heard": "\(choices.heardBars)", "silent": "\(choices.silentBars)"]
        let parts = [
            choices.meter.lower == 4 ? NotationWording.swing(choices.swingOfPairs) : nil,
            choices.silentBars > 0
                ? trn("{heard}+{silent} bars", "{heard}+{silent} bars", choices.silentBars, gaps) : nil,
            choices.dropped > 0
                ? tr("{percent} dropped", ["percent": Quantities.percent(Double(choices.dropped))]) : nil,
            choices.trains ? tr("to {tempo}", ["tempo": Quantities.tempo(choices.trainerGoal)]) : nil,
        ]
        let summary = parts.compactMap { $0 }.joined(separator: " · ")
        return summary.isEmpty
            ? (tr("Practice…"), tr("Practice…")) : (summary, tr("Practice: {summary}", ["summary": summary]))
    }

    public static var clickVoices: [PreferencesViewState.Option] {
        let titles = [tr("Wood"), tr("Beep"), tr("Drum"), tr("Spoken Count")]
        return zip(ClickVoice.allCases, titles).map { .init($0.rawValue, $1) }
    }

    static func trainerUnits(for input: RhythmInput) -> [PreferencesViewState.Option] {
        let titles = [tr("Bars"), tr("Minutes"), tr("Bars, by Accuracy")]
        return zip(TempoTrainer.Unit.allCases, titles).filter { $0.0 != .passes || input != .none }.map {
            .init($0.rawValue, $1)
        }
    }
}

extension ResultsWording {
    /// Sentences on silent bars and on the tempos of a trainer; empty without such.
    static func notes(on results: RhythmResults) -> String {
        var notes: [String] = []
        if let heard = results.heard.spread, let unheard = results.unheard.spread {
            let places = ["heard": Quantities.milliseconds(heard), "unheard": Quantities.milliseconds(unheard)]
            notes.append(tr("Spread {heard} with clicks, {unheard} in silent bars", places))
        }
        if results.tempos.count > 1 {
            let held = results.highestHeld.map { Quantities.tempo($0.tempo.beatsPerMinute) }
            notes.append(held.map { tr("Highest tempo held: {tempo}", ["tempo": $0]) } ?? tr("No tempo was held"))
        }
        return notes.joined(separator: " · ")
    }
}
