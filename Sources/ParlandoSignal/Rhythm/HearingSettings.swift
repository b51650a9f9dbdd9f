/// Every constant of the hearing, with its reason. Tuned on performances made for training, never on those that the
/// published figures come from.
struct HearingSettings: Sendable {
    /// Rate everything is heard at, in Hz.
    static let rate = 48_000
    /// Frames between two looks at the spectrum: 2 ms.
    static let hop = 96

    /// Frames of a spectrum. Shorter decides sooner, longer tells low notes from noise.
    var window = 1024
    /// Frames over which the newest end of the window fades: short, so that an attack counts soon.
    var fade = 256
    /// Hops over which a rise is measured. Shorter hears one attack twice.
    var lag = 8
    /// Sound above this, in Hz, is of the attack itself; what rings and swings lies below.
    var bright = 4000.0
    /// What lies so many decibels below the instrument hardly counts.
    var floor = -46.0
    /// Rise that begins an onset; a stroke as learned has 1. Soft notes behind loud ones have little more.
    var threshold: Float = 0.075
    /// How much of the mean rise of the last 100 ms is added to the threshold.
    var unrest: Float = 0.6
    /// Amplitude of a hop over that of the 12 ms before it that begins an onset.
    var jump: Float = 2
    /// Hops from the first sign of an onset to the last decision.
    var patience = 7
    /// Hops from the first sign to the first decision, which only a stroke passes.
    var leastPatience = 3
    /// Hops from where an attack begins to the first decision.
    var hold = 8
    /// Hops more for what is faint and grows: when it is loud, the decision comes no later than that of a sudden attack.
    var furtherPatience = 10
    /// What is faint, in decibels relative to the instrument: the softest strokes of most players are louder.
    var faint = -14.0
    /// Hops before the first sign in which the attack may lie.
    var reach = 10
    /// Frames between two strokes, 40 ms: sixteenths at 160 BPM are 94 ms apart, and who strays may come so early. A tone
    /// follows its breath within 37 ms and is no stroke of its own.
    var pause = 1920
    /// Softest stroke, decibels relative to the instrument.
    var softest = -30.0
    /// Height of an attack, as a share of its peak, at which it begins.
    var attackShare: Float = 0.1
    /// Share of the predicted click's spectrum that is not believed.
    var residue: Float = 0.3
    /// Share of the predicted click's amplitude below which no attack is looked for: a click that is removed well leaves
    /// -27 dB, so a stroke just behind it would be placed where the click was.
    var remainder: Float = 0.06
    /// Hops for which what may be left of a click is held, 22 ms: rooms ring on.
    var ringing = 11
    /// An onset weaker than this share of the click removed beneath it is the click's.
    var clickShare: Float = 0.25
    /// Least evidence for a stroke; see `StrokeEvidence`.
    var evidence: Float = 0
    /// The same for what seems to be foretold by what rings on, and for how calm it must have been before: high notes and
    /// metal, struck again as loudly, go on as they rang.
    var plainEvidence: Float = 3.5
    var plainUnrest: Float = 0.06
    /// Amplitude over that of the 24 ms before, ten decibels, by which a stroke of more than the faintest ones stands out
    /// whatever its evidence: a thump rises in few bands, while what rang before it crackles in many. Neither rooms nor
    /// notes that ring on swing so far.
    var leap: Float = 3.2
    /// Root mean square over that before, five decibels, by which a stroke stands out of what rattles on: in performances
    /// made for training, noise and rooms swing less while the spectrum rises…
    var swell: Float = 1.78
    /// …and amplitude over the largest one before, two decibels.
    var rattle: Float = 1.26
    /// Amplitude that a low note which rings on does not foretell, relative to the instrument's, by which something is a
    /// stroke whatever its evidence: in performances made for training, notes that rang on reached 0.2.
    var newness: Float = 0.25
    /// The same of a hop that begins an onset.
    var newnessSign: Float = 0.2
    /// The same of a soft stroke where it is still, if the spectrum rises by as much as this, too.
    var softNewness: Float = 0.1
    /// …and behind a note that is not so low.
    var highNewness: Float = 0.17
    var softRise: Float = 0.12
    /// Mean rise of the last 100 ms below which it is still, but for a low note.
    var stillness: Float = 0.03
    /// Frames, 90 ms, in which a stroke unfolds and is not foretold itself: an octave joins low notes after 75 ms.
    var unfolding = 4320
    /// What is less like the instrument that was learned is no stroke of it.
    var likeness: Float = 0.45
    /// The same where there is noise, in which strokes themselves are less like it.
    var noisyLikeness: Float = 0.3
    /// Mean rise of the last 100 ms below which there is no noise to speak of.
    var calm: Float = 0.01
}
