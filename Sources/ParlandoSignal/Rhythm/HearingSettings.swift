/// Constants of stroke detection. What is accepted as a stroke is decided by `OnsetModel`; these say how a candidate is
/// found and measured.
///
/// `scripts/bench train-onsets` says how many strokes become candidates (`reached` in `data/onset-model.json`), and
/// `scripts/bench onsets --fresh` what the whole is worth: whoever changes a number runs both.
enum HearingSettings {
    /// Internal sample rate in Hz.
    static let rate = 48_000
    /// Hop size: frames between two spectra, 2 ms.
    static let hop = 96

    // The spectrum. SuperFlux (Böck and Widmer, DAFx 2013) uses windows of 46 ms, which is too late for a display.

    /// Length of a spectrum's window in frames. A shorter window detects strokes sooner; a longer one separates low
    /// notes from noise.
    static let window = 1024
    /// Number of frames over which the window's newest end fades out. Short, so that an attack contributes soon.
    static let fade = 256
    /// Lag of the spectral flux in hops. With a shorter lag one attack is detected twice.
    static let lag = 8
    /// Level relative to the instrument, in dB, below which a sound contributes little to the spectrum.
    static let floor = -46.0

    // A candidate is a sound that may be a stroke. It begins with the first hop that fulfils one of these conditions.

    /// Minimum spectral flux at which a candidate begins, where 1 is the flux of the learned strokes. The flux of soft
    /// notes after loud ones is only slightly higher than this minimum.
    static let leastFlux: Float = 0.075
    /// Factor of the mean flux of the last 100 ms that is added to that minimum.
    static let meanFluxShare: Float = 0.6
    /// Minimum ratio of a hop's amplitude to that of the 26 ms before it at which a candidate begins; see
    /// `AttackFinder.jump`.
    static let jump: Float = 2
    /// Minimum amplitude of such a hop, in dB relative to the instrument.
    static let softest = -30.0
    /// Minimum prediction residual of a hop, relative to the instrument's amplitude, at which a candidate begins.
    static let leastResidual: Float = 0.2
    /// Number of hops from the first hop of a candidate to the final decision.
    static let patience = 7
    /// Minimum number of hops from the first hop of a candidate until it can be accepted as a stroke. It is rejected
    /// only after `patience`.
    static let leastPatience = 3
    /// Minimum number of hops from the beginning of an attack in the waveform until it can be accepted.
    static let hold = 7
    /// Additional hops for a sound that is faint but growing out of quiet. Once it is loud, the decision takes no
    /// longer than for a sudden attack.
    static let furtherPatience = 10
    /// Level relative to the instrument, in dB, below which a sound is faint. The softest strokes of most players are
    /// louder.
    static let faint = -14.0
    /// Mean flux of the last 100 ms below which there is practically no noise.
    static let calm: Float = 0.01
    /// Maximum number of hops by which an attack may begin before the first sign of its candidate.
    static let reach = 10
    /// Amplitude at which an attack begins, as a fraction of its peak: −20 dB, as in the truth of the performances
    /// (`BEGINS` in `bench/onsets/shots.py`).
    static let attackShare: Float = 0.1

    // The decision.

    /// Minimum number of frames between two strokes: 40 ms. Sixteenths at 160 BPM are 94 ms apart, and an inaccurate
    /// player may reduce this distance to 40 ms. In wind instruments the tone follows the breath within 37 ms and is
    /// not a separate stroke.
    static let pause = 1920
    /// Minimum ratio of an onset's amplitude to that of the metronome click cancelled at the same moment. An onset
    /// below it is attributed to the click. `scripts/bench onsets --fresh` counts the onsets "at clicks".
    static let clickShare: Float = 0.25

    /// A candidate that stands out by this prominence, 24 dB, is no stroke if its similarity to the instrument is less
    /// than `leastSimilarity`. Strokes in noise and rooms are dissimilar too, but do not stand out so far. The weights
    /// alone accept all of the 24 foreign sounds that `scripts/bench train-onsets` makes of its held seed. With this
    /// rule they accept 4, and no stroke is lost (F within 25 ms 0.980 either way).
    static let clearProminence: Float = 1.2
    static let leastSimilarity: Float = 0.45

    // What a click may leave behind.

    /// Fraction of the predicted click's magnitude spectrum that is subtracted, because this much of the click may be
    /// left over.
    static let residue: Float = 0.3
    /// Fraction of the predicted click's amplitude below which no attack is searched for. A click that is removed well
    /// leaves a remainder of −27 dB. Without this limit, a stroke just after the click would be placed at the click's
    /// time.
    static let remainder: Float = 0.06
    /// Number of hops, 22 ms, for which the estimate of a click's possible remainder is kept at its peak, because rooms
    /// reverberate.
    static let ringing = 11
}
