import ParlandoCore

/// Of saved exercises, sets, and rhythms that are written or imported.
public enum PracticeWording {
    static func exercises(_ count: Int) -> String {
        trn("{count} exercise", "{count} exercises", count)
    }

    /// Such as `6/8, ♩. = 60`.
    static func summary(_ settings: RhythmPreferences) -> String {
        "\(settings.meter.upper)/\(settings.meter.lower), " + NotationWording.tempoMark(settings.meter, settings.tempo)
    }

    /// Notes that can be written. The ID of each pattern is its key, as that of each kind of note.
    public static var values: [RhythmChoices.PatternChoice] {
        let titles = [
            tr("Whole (1)"), tr("Half (2)"), tr("Quarter (4)"), tr("Eighth (8)"), tr("Sixteenth (6)"),
        ]
        return zip(RhythmDraft.values, titles).map { value, title in
            let pattern = Pattern(id: value.key, beat: .any, elements: [.init(ticks: value.value.ticks)])
            return .init(pattern: pattern, title: title, isChosen: false)
        }
    }

    static var marks: [RhythmChoices.Option] {
        [
            .init("", tr("Plain")), .init(".", tr("Dotted (.)")), .init("3", tr("Triplet (3)")),
            .init("5", tr("Quintuplet (5)")),
        ]
    }

    /// Such as `Beats left in bar 2: 1.5`.
    static func status(_ draft: RhythmDraft) -> String {
        let amount = Quantities.number(Double(draft.missing) / Double(draft.meter.beatTicks))
        let places = ["bar": "\(draft.bars)", "amount": amount, "count": "\(draft.lack?.count ?? 1)"]
        if !draft.unfinished.isEmpty {
            return draft.mark == "3"
                ? tr("Notes left for the triplet: {count}", places)
                : tr("Notes left for the quintuplet: {count}", places)
        }
        if draft.bars > RhythmDraft.mostRows {
            return tr("The last {count} of {bars} bars", ["count": "\(RhythmDraft.mostRows)", "bars": "\(draft.bars)"])
        }
        if draft.isFull {
            return tr("A rhythm has at most {count} bars", ["count": "\(RhythmDraft.mostBars)"])
        }
        return draft.bars == 0
            ? tr("Press a note or type its digit")
            : draft.missing == 0 ? tr("Bar {bar} is full", places) : tr("Beats left in bar {bar}: {amount}", places)
    }

    /// Before a rhythm that is being written is lost.
    static var discarding: PageQuestion {
        PageQuestion(
            tr("Discard Rhythm?"), tr("The rhythm that you began to write will be lost."), goOn: tr("Discard"))
    }

    /// Before the rhythm in use is lost.
    static var replacing: PageQuestion {
        PageQuestion(
            tr("Replace My Rhythm?"), tr("It is not saved as an exercise and will be lost."), goOn: tr("Replace"))
    }

    /// What scores have and rhythms have not; empty if nothing.
    static func omitted(_ omissions: [Omission]) -> String {
        let list = omissions.map(text).joined(separator: ", ")
        return list.isEmpty ? "" : tr("Left out or changed: {list}.", ["list": list])
    }

    private static func text(of omission: Omission) -> String {
        switch omission {
        case .graceNotes: tr("grace notes")
        case .otherVoices: tr("other voices")
        case .otherParts: tr("other parts")
        case .timeSignatures: tr("time signatures")
        case .tempos: tr("changes of the tempo")
        case .rounded: tr("lengths that cannot be written")
        case .jumps: tr("jumps such as D.C.")
        case .rest(let bar): tr("all from bar {bar} on", ["bar": "\(bar)"])
        }
    }

    /// Why a score or exercises could not be read or saved.
    static func message(_ error: any Error) -> String {
        switch error {
        case ScoreError.notMusicXML:
            tr("This is not MusicXML. Export the score as MusicXML in the program that wrote it.")
        case ScoreError.noNotes: tr("The score has no notes.")
        case ScoreError.unsupportedMeter(let time):
            tr("The time signature {time} is not supported.", ["time": time])
        case ScoreError.tooLarge: tr("The score is too large. Export a single part of it.")
        case ScoreError.damaged: tr("The score is damaged. Export it once more.")
        case PracticeBookError.setAside: tr("The exercises were damaged. Their file was renamed and kept.")
        case PracticeBookError.damaged: tr("The file contains no exercises of Parlando.")
        case PracticeBookError.newer: tr("The exercises are from a newer version of Parlando. Update it to use them.")
        case PracticeBookError.unreadable: tr("The exercises cannot be read.")
        case let error as TextSaveError: error.listMessage
        default: tr("The file cannot be read.")
        }
    }
}
