/// All constants of stroke detection, with the reasons for their values. They were tuned on performances made for
/// training, never on those used for the published figures.
struct HearingSettings: Sendable {
    /// Internal sample rate in Hz.
    static let rate = 48_000
    /// Hop size: frames between two spectra, 2 ms.
    static let hop = 96

    /// Length of a spectrum's window in frames. A shorter window detects strokes sooner; a longer one separates low
    /// notes from noise.
    var window = 1024
    /// Number of frames over which the window's newest end fades out. Short, so that an attack contributes soon.
    var fade = 256
    /// Lag of the spectral flux in hops. With a shorter lag one attack is detected twice.
    var lag = 8
    /// Frequency in Hz above which sound belongs to the attack itself. The slow swings of notes that ring on are below
    /// this frequency.
    var bright = 4000.0
    /// Level relative to the instrument, in dB, below which a sound contributes little to the spectrum.
    var floor = -46.0
    /// Minimum spectral flux at which an onset begins, where 1 is the flux of the learned strokes. The flux of soft
    /// notes after loud ones is only slightly higher than this minimum.
    var threshold: Float = 0.075
    /// Factor of the mean flux of the last 100 ms that is added to the threshold.
    var unrest: Float = 0.6
    /// Minimum ratio of a hop's amplitude to that of the 26 ms before it at which an onset begins; see
    /// `AttackFinder.jump`.
    var jump: Float = 2
    /// Hops from the first sign of an onset to the final decision.
    var patience = 7
    /// Hops from the first sign of an onset to the first decision, at which the onset can be accepted but not yet
    /// rejected.
    var leastPatience = 3
    /// Hops from the beginning of an attack to the first decision.
    var hold = 8
    /// Additional hops for a sound that is faint but growing. Once it is loud, the decision takes no longer than for a
    /// sudden attack.
    var furtherPatience = 10
    /// Level relative to the instrument, in dB, below which a sound is faint. The softest strokes of most players are
    /// louder.
    var faint = -14.0
    /// Maximum number of hops by which an attack may begin before the first sign of its onset.
    var reach = 10
    /// Minimum number of frames between two strokes: 40 ms. Sixteenths at 160 BPM are 94 ms apart, and an inaccurate
    /// player may reduce this distance to 40 ms. In wind instruments the tone follows the breath within 37 ms and is
    /// not a separate stroke.
    var pause = 1920
    /// Minimum level of a stroke, in dB relative to the instrument.
    var softest = -30.0
    /// Amplitude at which an attack begins, as a fraction of its peak.
    var attackShare: Float = 0.1
    /// Fraction of the predicted click's magnitude spectrum that is subtracted, because this much of the click may be
    /// left over.
    var residue: Float = 0.3
    /// Fraction of the predicted click's amplitude below which no attack is searched for. A click that is removed well
    /// leaves a remainder of −27 dB. Without this limit, a stroke just after the click would be placed at the click's
    /// time.
    var remainder: Float = 0.06
    /// Number of hops, 22 ms, for which the estimate of a click's possible remainder is kept at its peak, because rooms
    /// reverberate.
    var ringing = 11
    /// Minimum ratio of an onset's amplitude to that of the metronome click cancelled at the same moment. An onset
    /// below it is attributed to the click.
    var clickShare: Float = 0.25
    /// Minimum evidence for a stroke; see `StrokeEvidence`.
    var evidence: Float = 0
    /// Minimum evidence and maximum preceding flux for a stroke that the ringing sound seems to predict. If a high note
    /// or a piece of metal is struck again with equal force, its waveform continues almost as before.
    var plainEvidence: Float = 3.5
    var plainUnrest: Float = 0.06
    /// Minimum ratio of an attack's peak to that of the 24 ms before, ten decibels, at which the attack is accepted as
    /// a stroke regardless of its evidence, unless it is faint. The evidence for a thump is weak, because a thump rises
    /// in few bands while the sound before it crackles in many. The amplitude of reverberation and ringing notes does
    /// not vary that much.
    var leap: Float = 3.2
    /// Minimum ratio of an attack's RMS amplitude to that of the sound before, five decibels, at which a stroke stands
    /// out from a rattling sound. In performances made for training, noise and reverberation vary less while the
    /// spectrum rises.
    var swell: Float = 1.78
    /// Minimum ratio of an attack's peak to that of the sound before, two decibels, for a stroke in a rattling sound;
    /// see `swell`.
    var rattle: Float = 1.26
    /// Minimum prediction residual beside a ringing low note, relative to the instrument's amplitude, at which an
    /// attack is a stroke regardless of its evidence. In performances made for training, ringing notes alone reached
    /// 0.2.
    var newness: Float = 0.25
    /// Minimum prediction residual of a hop, relative to the instrument's amplitude, at which an onset begins.
    var newnessSign: Float = 0.2
    /// Minimum prediction residual of a soft stroke beside a low note while all else is quiet, relative to the
    /// instrument's amplitude. The spectral flux also has to reach `softRise`.
    var softNewness: Float = 0.1
    /// Minimum prediction residual of a soft stroke after a note that is not as low, relative to the instrument's
    /// amplitude.
    var highNewness: Float = 0.17
    var softRise: Float = 0.12
    /// Mean flux of the last 100 ms below which everything except a low note counts as quiet.
    var stillness: Float = 0.03
    /// Number of frames, 90 ms, in which a stroke develops and cannot be predicted itself. In low notes, the overtone
    /// an octave higher may set in only after 75 ms.
    var unfolding = 4320
    /// Minimum cosine similarity between a stroke and the learned instrument.
    var likeness: Float = 0.45
    /// Minimum cosine similarity in noise, which makes strokes less similar to the instrument.
    var noisyLikeness: Float = 0.3
    /// Mean flux of the last 100 ms below which there is practically no noise.
    var calm: Float = 0.01
}
