/// Constants of stroke detection: how a candidate is found and measured. `OnsetModel` decides what is a stroke.
///
/// `scripts/bench train-onsets` says how many strokes become candidates (`reached` in `data/onset-model.json`), and
/// `scripts/bench onsets --fresh` what the whole is worth: whoever changes a number runs both.
enum HearingSettings {
    /// In Hz.
    static let rate = 48_000
    /// Frames between two spectra, 2 ms.
    static let hop = 96

    // The spectrum. SuperFlux (Böck and Widmer, DAFx 2013) uses windows of 46 ms, which is too late for a display.

    /// In frames. A shorter window detects strokes sooner; a longer one separates low notes from noise.
    static let window = 1024
    /// In frames. Short, so that an attack contributes soon.
    static let fade = 256
    /// In hops. With a shorter lag one attack is detected twice.
    static let lag = 8
    /// In dB relative to the instrument. Softer sound contributes little.
    static let floor = -46.0

    // A candidate is a sound that may be a stroke. It begins with the first hop that fulfils one of these conditions.

    /// Spectral flux, where 1 is that of the learned strokes. Soft notes after loud ones hardly exceed it.
    static let leastFlux: Float = 0.075
    /// Part of the mean flux of the last 100 ms that is added.
    static let meanFluxShare: Float = 0.6
    /// See `AttackFinder.jump`.
    static let jump: Float = 2
    /// Amplitude of such a hop, in dB relative to the instrument.
    static let softest = -30.0
    /// Prediction residual, relative to the instrument's amplitude.
    static let leastResidual: Float = 0.2
    /// Hops from the first hop of a candidate to the final decision.
    static let hopsToDecision = 7
    /// Hops from the first hop of a candidate until it can be accepted.
    static let hopsToAcceptance = 3
    /// Hops from the beginning of an attack in the waveform until it can be accepted.
    static let hold = 7
    /// Additional hops for a sound that is faint but growing out of quiet.
    static let furtherHops = 10
    /// In dB relative to the instrument. The softest strokes of most players are louder.
    static let faint = -14.0
    /// Mean flux of the last 100 ms with practically no noise.
    static let calm: Float = 0.01
    /// Hops by which an attack may begin before the first sign of its candidate.
    static let reach = 10
    /// Fraction of its peak at which an attack begins: −20 dB, as in the truth of the performances (`BEGINS` in
    /// `bench/onsets/shots.py`).
    static let attackShare: Float = 0.1

    // The decision.

    /// In frames: 40 ms. Sixteenths at 160 BPM are 94 ms apart, and an inaccurate player may halve that. In wind
    /// instruments the tone follows the breath within 37 ms.
    static let pause = 1920
    /// Over the click cancelled at the same moment. `scripts/bench onsets --fresh` counts the onsets "at clicks".
    static let clickShare: Float = 0.25

    /// A candidate that stands out by 24 dB is no stroke if its similarity is less than `leastSimilarity`. The weights
    /// alone accept all of the 24 foreign sounds that `scripts/bench train-onsets` makes of its held seed; with this
    /// rule they accept 4, and no stroke is lost (F within 25 ms 0.980 either way).
    static let clearProminence: Float = 1.2
    static let leastSimilarity: Float = 0.45

    // What a click may leave behind.

    /// Of the predicted click's magnitude spectrum, subtracted.
    static let residue: Float = 0.3
    /// Of the predicted click's amplitude. A stroke just after a click is not placed at the click. A click that is
    /// removed well leaves −27 dB.
    static let remainder: Float = 0.06
    /// Hops, 22 ms, because rooms reverberate.
    static let ringing = 11
}
