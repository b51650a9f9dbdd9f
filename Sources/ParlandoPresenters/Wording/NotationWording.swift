public import ParlandoCore

public enum NotationWording {
    /// The beat that is counted and its tempo, as above a staff: `♩ = 90`, `♩. = 60`, `♪ = 180`.
    public static func tempoMark(_ meter: Meter, _ tempo: Tempo) -> String {
        let beat = meter.beatTicks == 60 ? "♪" : meter.beatTicks == 180 ? "♩." : "♩"
        return "\(beat) = \(Quantities.tempo(tempo.beatsPerMinute))"
    }
    /// `Swing 66%`; nil if straight.
    static func swing(_ swing: Swing) -> String? {
        let places = ["percent": Quantities.percent(Double(swing.percent))]
        guard swing.percent > Swing.straight.percent else {
            return nil
        }
        return swing.isOfSixteenths ? tr("Swing {percent} in sixteenths", places) : tr("Swing {percent}", places)
    }

    /// A bar for screen readers: `eighth, dotted quarter with a tie, quarter rest`.
    static func values(_ line: [PlacedElement], in meter: Meter) -> String {
        let notes = WrittenBar(line, meter: meter).notes
        return notes.isEmpty ? tr("whole-bar rest") : notes.map(name).joined(separator: ", ")
    }

    private static func name(of note: WrittenNote) -> String {
        let names = [
            trc("note", "whole"), tr("half"), tr("quarter"), tr("eighth"), tr("sixteenth"), tr("thirty-second"),
        ]
        var name = zip(NoteValue.Base.allCases, names).first { $0.0 == note.value.base }?.1 ?? ""
        name = note.isRest ? tr("{note} rest", ["note": name]) : name
        name = note.value.isDotted ? tr("dotted {note}", ["note": name]) : name
        name = note.value.tuplet == .triplet ? tr("{note} of a triplet", ["note": name]) : name
        name = note.value.tuplet == .quintuplet ? tr("{note} of a quintuplet", ["note": name]) : name
        return note.isTied ? tr("{note} with a tie", ["note": name]) : name
    }
}
