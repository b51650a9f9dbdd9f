import Foundation
import ParlandoCore

/// Detects the spoken language. With an English-only model, detects whether the speech is English at all.
struct LanguageWatch {
    private let isMultilingual: Bool
    private let chosen: String?
    private var decided: DetectedLanguage?
    /// ISO 639-1 code of the language that was last reported as a guess from a short window; nil if none was. A guess
    /// does not decide the language.
    private var guessed: String?
    private var isForeign = false
    /// For each of the last windows: the probability, 0…1, that the speech was not English, and the duration in
    /// seconds. Used with English-only models.
    private var recent: [(doubt: Double, seconds: Double)] = []

    init(isMultilingual: Bool, chosen: String?) {
        self.isMultilingual = isMultilingual
        self.chosen = chosen
    }

    /// ISO 639-1 code of the language to decode in; nil while the language is unknown and with English-only models.
    var language: String? {
        isMultilingual ? chosen ?? decided?.code : nil
    }

    /// Records the language detected by a decoding of `seconds` of sound. Returns an event if this decides or changes
    /// the language.
    ///
    /// Three seconds of sound are enough if the detection is confident. After five seconds, any detection is accepted.
    mutating func hear(_ language: DetectedLanguage?, seconds: Double) -> [RecognitionEvent] {
        guard isMultilingual, chosen == nil, let language else {
            return []
        }
        let isSure = (seconds >= 3 && language.probability >= 0.6) || seconds >= 5
        let changes = decided.map { $0.code != language.code && language.probability >= 0.8 } ?? true
        guard isSure, changes else {
            return []
        }
        decided = language
        return [.language(language.code, probability: language.probability)]
    }

    /// Records the language detected by the last decoding of an utterance. If the utterance was too short to decide on
    /// a language, returns an event that reports the most probable language as a guess. For later sound, the language
    /// is still detected.
    mutating func guess(_ language: DetectedLanguage?) -> [RecognitionEvent] {
        guard isMultilingual, chosen == nil, decided == nil, let language, language.probability >= 0.5,
            language.code != guessed
        else {
            return []
        }
        guessed = language.code
        return [.language(language.code, probability: language.probability)]
    }

    /// Records the hypothesis (result of decoding) of a window of `seconds` of sound. Returns a warning if an
    /// English-only model is probably receiving another language, and another event once the speech is English again.
    mutating func judge(_ hypothesis: Hypothesis, seconds: Double) -> [RecognitionEvent] {
        guard !isMultilingual, seconds >= 1 else {
            return []
        }
        recent.append((Self.doubt(hypothesis, seconds: seconds), seconds))
        while recent.dropFirst().reduce(0, { $0 + $1.seconds }) >= Self.evidenceSeconds {
            recent.removeFirst()
        }
        let total = recent.reduce(0) { $0 + $1.seconds }
        guard total >= Self.leastSeconds else {
            return []
        }
        let doubt = recent.reduce(0) { $0 + $1.doubt * $1.seconds } / total
        if !isForeign, doubt >= Self.threshold {
            isForeign = true
            return [.warning(.notEnglish)]
        }
        if isForeign, doubt < 0.5 {
            isForeign = false
            return [.warning(.english)]
        }
        return []
    }

    /// Minimum probability of a foreign language, 0…1, at which a warning is reported.
    static let threshold = 0.7
    private static let evidenceSeconds = 5.0
    private static let leastSeconds = 2.5

    /// Returns the probability, 0…1, that an English-only model received another language. Signs of another language
    /// are words with low probabilities, a model that repeats itself, and a text that mentions a foreign language in
    /// brackets. The curve was fitted to 5 s clips of nine languages and of English.
    static func doubt(_ hypothesis: Hypothesis, seconds: Double) -> Double {
        let said = hypothesis.words.map { $0.text.lowercased() }.joined(separator: " ")
        if said.contains(/[\[(*][^\])*]*(foreign|speaking in)/) {
            return 1
        }
        if hypothesis.isLooped {
            return 0.8
        }
        guard !hypothesis.words.isEmpty else {
            return 0.5
        }
        return 1 / (1 + exp((hypothesis.meanLogProbability + 0.6) * 14))
    }
}
