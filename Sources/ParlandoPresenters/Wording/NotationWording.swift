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
}
