public import ParlandoCore

/// Brings the notes of a schedule to the metronome's voice, bar by bar, ahead of the time. Pure but for the voice.
public struct GuideFeed: Sendable {
    private var schedule: Schedule
    private let rate: Int
    private let firstClick: Int
    /// Frames of notes that are on their way to the voice.
    private var waiting: [Int] = []
    /// Where the next bar begins, in ticks.
    private var reached: Int
    private var isOver = false

    /// - Parameters:
    ///   - schedule: from its beginning, as it follows the count-in.
    ///   - rate: of the playback stream, in Hz.
    ///   - firstClick: frame of the first click of the count-in.
    public init(_ schedule: Schedule, rate: Int, firstClick: Int) {
        self.schedule = schedule
        self.rate = rate
        self.firstClick = firstClick
        reached = schedule.startTick
    }

    /// Gives the voice, as far as it has room, the notes before a frame that it has not been given, in whole bars. Call
    /// it more than once in a bar, with a frame some seconds ahead of what is being rendered.
    public mutating func feed(_ voice: MetronomeVoice, until frame: Int) {
        while !isOver, self.frame(ofTick: reached) < frame {
            if let events = schedule.nextBar() {
                waiting += events.filter { $0.note != nil }.map { self.frame(ofTick: $0.tick) }
                reached += Exercise.ticksPerBar
            } else {
                isOver = true
            }
        }
        waiting.removeFirst(voice.add(notes: waiting))
    }

    private func frame(ofTick tick: Int) -> Int {
        firstClick + schedule.frame(ofTick: tick, rate: rate)
    }
}
