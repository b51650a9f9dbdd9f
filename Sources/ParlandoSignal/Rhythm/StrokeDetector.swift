import Foundation
public import ParlandoCore

/// Events of stroke detection, in order.
public enum HearingEvent: Sendable, Equatable {
    /// An onset was detected; see `Onset.isAccepted`.
    case onset(Onset)
    /// The echo path has been learned. `delay` is its latency in seconds in addition to the reference's timing.
    case heardLoudspeaker(delay: Double)
    /// The clicks are not audible at the microphone, because of headphones or a muted loudspeaker. Nothing is removed.
    case hearsNoLoudspeaker
    /// The echo path has changed, because the microphone was moved or the volume changed. It is being learned again.
    case roomChanged
    /// Strokes are too soft to be told apart from noise.
    case tooQuiet
    /// Strokes clip the microphone.
    case tooLoud
}

/// Detects the player's strokes in the microphone signal, block by block, while clicks sound from the loudspeaker.
///
/// Removes the loudspeaker's sound from the signal (`ClickRemover`), detects onsets (`OnsetDetector`) and separates
/// strokes from all other sound. The length of the blocks has no effect on the result. Memory use is bounded. Not
/// thread-safe, and not for the audio thread.
public final class StrokeDetector {
    /// Seconds by which the reference is ahead of the microphone. Sound may arrive before its due time, because devices
    /// report their delays inaccurately.
    public static let referenceLead = 0.05

    private let rate: Int
    private let hearing: Hearing
    private let microphone: Resampler?
    private let loudspeaker: Resampler?
    private var received = 0

    /// Nil if memory cannot be allocated or the rate is invalid.
    ///
    /// - Parameters:
    ///   - rate: sample rate of the microphone in Hz.
    ///   - instrument: learned profile; if nil, any sound may be a stroke.
    ///   - hasReference: whether the loudspeaker's signal will be passed. If not, nothing is removed.
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

    /// Processes the next block.
    ///
    /// - Parameters:
    ///   - block: mono samples of the microphone, full scale ±1, shape `[frames]`.
    ///   - reference: the loudspeaker's signal at the sample rate of the microphone and of the same length. Sample i is
    ///     due at the microphone `referenceLead` after sample i of the block. Empty if there is none.
    /// - Returns: new events in order.
    public func hear(_ block: [Float], reference: [Float] = []) -> [HearingEvent] {
        received += block.count
        let heard = resampled(block, microphone)
        let played = resampled(reference, loudspeaker)
        return hearing.hear(heard, reference: played, decided: received).map(inFramesOfTheStream)
    }

    /// Ends the sound. Returns the remaining events.
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
