public import ParlandoCore
import Synchronization

/// The metronome: clicks, and a quiet guide tone for each note, each on its exact frame.
///
/// Clicks are computed on the audio thread from nothing but the tempo, so nothing that another thread does or leaves
/// undone can stop or shift them. Guide tones are added ahead of time, bar by bar; one that comes too late is left out.
/// Frames may be asked for in blocks of any size, and some may be left out. Silent until `begin`.
///
/// Everything but `render` is for ordinary threads, any number at once. For one opening of a device: after another
/// opening the rate may differ, and frames begin anew.
public final class MetronomeVoice: AudioVoice, @unchecked Sendable {
    // Unchecked: `player` is the audio thread's alone. Everything else is constant, atomic, or locked among the
    // ordinary threads; the audio thread takes no lock.

    /// Guide tones that may wait: a minute of sixteenths at 160 BPM.
    public static let noteCapacity = 1024
    /// Sounded clicks that may wait to be taken: more than a minute.
    private static let clickCapacity = 256

    /// Of the stream, in Hz.
    public let rate: Int

    private let orders = Mutex(MetronomeOrder(generation: 0, run: nil, beatsPerMinute: 0))
    private let clickReader = Mutex(())
    private let clickVolume: VolumeControl
    private let guideVolume: VolumeControl
    private let position = Atomic<Int>(0)
    private let links: MetronomeLinks
    private var player: MetronomePlayer

    /// - Parameters:
    ///   - rate: of the stream, in Hz.
    ///   - clickVolume: 0…1, 0 mutes the clicks.
    ///   - guideVolume: 0…1, 0 mutes the guide tones.
    public init(rate: Int, clickVolume: Double, guideVolume: Double) {
        self.rate = rate
        self.clickVolume = VolumeControl(clickVolume)
        self.guideVolume = VolumeControl(guideVolume)
        links = MetronomeLinks(noteCapacity: Self.noteCapacity, clickCapacity: Self.clickCapacity)
        player = MetronomePlayer(
            rate: rate, links: links, clickAmplitude: self.clickVolume.target, guideAmplitude: self.guideVolume.target)
        MetronomePlayer.rehearse(rate: rate)
    }

    /// The first frame that has not been rendered yet: what is ordered now can sound from there on.
    public var nextFrame: Int {
        position.load(ordering: .acquiring)
    }

    /// Begins a run of clicks, in place of one that goes on. Guide tones that still wait are forgotten.
    public func begin(_ run: MetronomeRun) {
        order { order in
            order.generation += 1
            order.run = run
            order.beatsPerMinute = run.beatsPerMinute
        }
    }

    /// No more clicks or guide tones; what sounds dies away.
    public func stop() {
        order { order in
            order.generation += 1
            order.run = nil
        }
    }

    /// Changes the tempo: the next click stays where it is, those after it follow at the new tempo.
    public func change(tempo: Tempo) {
        order { $0.beatsPerMinute = tempo.beatsPerMinute }
    }

    /// Changes the volumes, 0…1, within some milliseconds, even of a sound that is being played.
    public func change(clickVolume: Double, guideVolume: Double) {
        self.clickVolume.set(clickVolume)
        self.guideVolume.set(guideVolume)
    }

    /// Adds guide tones to the run that was begun last.
    ///
    /// - Parameter notes: frames of the playback stream, in order and after those added before.
    /// - Returns: how many found room; the rest may be added later.
    @discardableResult
    public func add(notes: some Sequence<Int>) -> Int {
        orders.withLock { order in
            var count = 0
            for frame in notes {
                guard links.notes.put(GuideNote(frame: frame, generation: order.generation)) else {
                    break
                }
                count += 1
            }
            return count
        }
    }

    /// Clicks that were rendered since the last call, oldest first, at whatever volume; 256 may wait. A click that was
    /// left out by a gap as a whole is not among them.
    public func takeClicks() -> [SoundedClick] {
        clickReader.withLock { _ in
            var clicks: [SoundedClick] = []
            while let click = links.clicks.take() {
                clicks.append(click)
            }
            return clicks
        }
    }

    /// Fills a block, on the audio thread. Realtime-safe: yes.
    public func render(into target: UnsafeMutableBufferPointer<Float>, at frame: Int) {
        player.render(
            into: target, at: frame, clickAmplitude: clickVolume.target, guideAmplitude: guideVolume.target)
        position.store(frame + target.count, ordering: .releasing)
    }

    private func order(_ change: (inout MetronomeOrder) -> Void) {
        orders.withLock { order in
            change(&order)
            links.orders.put(order)
        }
    }
}
