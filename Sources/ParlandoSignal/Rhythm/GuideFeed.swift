public import ParlandoCore

/// Passes the notes of a schedule to the metronome's voice, bar by bar and ahead of time. Free of side effects except
/// on the voice.
public struct GuideFeed: Sendable {
    private var schedule: Schedule
    private let rate: Int
    private let firstClick: Int
    /// Frames of the notes that the voice has had no room for yet.
    private var waiting: [Int] = []
    /// Start of the next bar, in ticks.
    private var reached: Int
    private var isOver = false

    /// - Parameters:
    ///   - schedule: a schedule of which no bar has been read yet, beginning after the count-in.
    ///   - rate: sample rate of the playback stream in Hz.
    ///   - firstClick: frame of the first click of the count-in.
    public init(_ schedule: Schedule, rate: Int, firstClick: Int) {
        self.schedule = schedule
        self.rate = rate
        self.firstClick = firstClick
        reached = schedule.startTick
    }

    /// Passes the notes of whole bars before a frame to the voice, as far as the voice has room. To be called more than
    /// once per bar, with a frame some seconds ahead of the one being rendered.
    public mutating func feed(_ voice: MetronomeVoice, until frame: Int) {
        while !isOver, self.frame(ofTick: reached) < frame {
            if let events = schedule.nextBar() {
                waiting += events.filter { $0.note != nil }.map { self.frame(ofTick: $0.tick) }
                reached += schedule.exercise.meter.ticksPerBar
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
