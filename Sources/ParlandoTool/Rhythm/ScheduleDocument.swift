import ParlandoCore

/// JSON document with the expected times of an exercise's clicks and notes.
struct ScheduleDocument: Encodable {
    struct Click: Encodable {
        let frame: Int
        let accent: Bool
    }

    struct Note: Encodable {
        let frame: Int
        let tick: Int
        let bar: Int
        let beat: Double
        let pattern: String
        let interval: Double
    }

    private enum CodingKeys: String, CodingKey {
        case rate
        case bpm
        case beats = "count_in_beats"
        case frames
        case clicks
        case notes
    }

    let rate: Int
    let bpm: Double
    let beats: Int
    let frames: Int
    let clicks: [Click]
    let notes: [Note]

    /// - Parameter schedule: schedule of an exercise of finite length.
    init(_ schedule: Schedule, rate: Int) {
        self.rate = rate
        bpm = schedule.tempo.beatsPerMinute
        beats = schedule.exercise.meter.beats
        let count = schedule.clicks ?? 0
        let tempo = schedule.tempo
        clicks = (0..<count).map {
            Click(
                frame: tempo.frame(ofTick: $0 * NoteValue.ticksPerBeat, rate: rate),
                accent: $0.isMultiple(of: schedule.exercise.meter.beats))
        }
        frames = tempo.frame(ofTick: count * NoteValue.ticksPerBeat, rate: rate)
        var rest = schedule
        var notes: [Note] = []
        while let bar = rest.nextBar() {
            notes += bar.filter { $0.note != nil }.map { event in
                Note(
                    frame: schedule.frame(ofTick: event.tick, rate: rate), tick: event.tick, bar: event.bar + 1,
                    beat: event.beat + 1, pattern: event.pattern, interval: tempo.seconds(ofTick: event.ticks))
            }
        }
        self.notes = notes
    }
}
