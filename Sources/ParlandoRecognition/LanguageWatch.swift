import Foundation
import ParlandoCore

/// Detects the spoken language. With an English-only model, detects whether the speech is English at all.
struct LanguageWatch {
    private let isMultilingual: Bool
    private let chosen: String?
    private var decided: DetectedLanguage?
    /// Code of the language last reported as a guess from a short window, which decides nothing.
    private var guessed: String?
    private var isForeign = false
    /// For the last windows: the probability that the speech was not English, and the duration.
    private var recent: [(doubt: Double, seconds: Double)] = []

    init(isMultilingual: Bool, chosen: String?) {
        self.isMultilingual = isMultilingual
        self.chosen = chosen
    }

    /// ISO 639-1 code of the language to decode in; nil while it is unknown, and with English-only models.
    var language: String? {
        isMultilingual ? chosen ?? decided?.code : nil
    }

    var isKnown: Bool {
        !isMultilingual || language != nil
    }

    /// Records the language of `seconds` of sound. Returns an event if this decides or changes the language: three
    /// seconds are enough if the detection is confident, and after five any is accepted.
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

    /// Records the language of the last decoding of an utterance. Reports it as a guess if the utterance was too short
    /// to decide.
    mutating func guess(_ language: DetectedLanguage?) -> [RecognitionEvent] {
        guard isMultilingual, chosen == nil, decided == nil, let language, language.probability >= 0.5,
            language.code != guessed
        else {
            return []
        }
        guessed = language.code
        return [.language(language.code, probability: language.probability)]
    }

    /// Returns a warning if an English-only model is probably receiving another language, and another event once the
    /// speech is English again.
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

    /// Probability of a foreign language at which a warning is reported.
    static let threshold = 0.7
    private static let evidenceSeconds = 5.0
    private static let leastSeconds = 2.5

    /// The probability that an English-only model received another language. Its signs are words with low
    /// probabilities, a model that repeats itself, and a text that mentions a foreign language in brackets. The curve
    /// was fitted to 5 s clips of nine languages and of English.
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
