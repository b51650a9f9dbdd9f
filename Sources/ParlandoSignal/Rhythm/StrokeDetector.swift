import Foundation
public import ParlandoCore

/// What hearing has to say, in order.
public enum HearingEvent: Sendable, Equatable {
    /// Something began to sound; see `Onset.isAccepted`.
    case onset(Onset)
    /// The path from the loudspeaker to the microphone is known: its delay in seconds beyond what the reference says.
    case heardLoudspeaker(delay: Double)
    /// The clicks are not heard: headphones, or no sound. Nothing is removed.
    case hearsNoLoudspeaker
    /// The room, the place of the microphone or the volume changed; the path is being learned anew.
    case roomChanged
    /// Strokes are too soft to be told from the noise.
    case tooQuiet
    /// Strokes go beyond what the microphone can take.
    case tooLoud
}

/// Microphone mode's hearing: finds the player's strokes, block by block, while clicks sound from the loudspeaker.
///
/// Removes from the microphone what the loudspeaker plays (`ClickRemover`), finds where sounds begin (`OnsetDetector`)
/// and tells strokes from everything else. The blocks may have any length: what is heard does not depend on it. Memory
/// is bounded. Not for two threads at once; not for the audio thread.
public final class StrokeDetector {
    /// Seconds by which the reference runs ahead of the microphone: sound may arrive before it was due, since devices
    /// report their delays inexactly.
    public static let referenceLead = 0.05

    private let rate: Int
    private let hearing: Hearing
    private let microphone: Resampler?
    private let loudspeaker: Resampler?
    private var received = 0

    /// Nil when there is no memory, or the rate is none.
    ///
    /// - Parameters:
    ///   - rate: of the microphone, in Hz.
    ///   - instrument: as learned; nil: any sound may be a stroke.
    ///   - hasReference: whether what the loudspeaker plays will be given; if not, nothing is removed.
    public init?(rate: Int, instrument: InstrumentProfile? = nil, hasReference: Bool) {
        guard rate > 0, let hearing = Hearing(instrument: instrument, hasReference: hasReference) else {
            return nil
        }
        self.rate = rate
        self.hearing = hearing
        if rate == HearingSettings.rate {
            microphone = nil
            loudspeaker = nil
        } else {
            guard let first = Resampler(rate: rate, channels: 1, to: HearingSettings.rate),
                let second = Resampler(rate: rate, channels: 1, to: HearingSettings.rate)
            else {
                return nil
            }
            microphone = first
            loudspeaker = second
        }
    }

    /// Hears the next block.
    ///
    /// - Parameters:
    ///   - block: of the microphone, mono, full scale ±1, shape `[frames]`.
    ///   - reference: what the loudspeaker is given, at the rate of the microphone and of the same length: sample i is
    ///     due at the microphone `referenceLead` after sample i of the block. Empty when there is none.
    /// - Returns: what became known, in order.
    public func hear(_ block: [Float], reference: [Float] = []) -> [HearingEvent] {
        received += block.count
        let heard = resampled(block, microphone)
        let played = resampled(reference, loudspeaker)
        return hearing.hear(heard, reference: played, decided: received).map(inFramesOfTheStream)
    }

    /// There is no more sound: decides what is still open.
    public func finish() -> [HearingEvent] {
        let rest = microphone?.finish() ?? []
        let silence = [Float](repeating: 0, count: HearingSettings.rate / 10)
        return hearing.hear(rest + silence, reference: [], decided: received).map(inFramesOfTheStream)
    }

    private func resampled(_ block: [Float], _ resampler: Resampler?) -> [Float] {
        guard let resampler else {
            return block
        }
        return block.withUnsafeBufferPointer { resampler.process($0) }
    }

    private func inFramesOfTheStream(_ event: HearingEvent) -> HearingEvent {
        guard case .onset(let onset) = event, rate != HearingSettings.rate else {
            return event
        }
        let frame = onset.frame * Double(rate) / Double(HearingSettings.rate)
        return .onset(
            Onset(frame: frame, strength: onset.strength, reason: onset.reason, decided: onset.decided))
    }
}
