import ParlandoCore
import ParlandoServices

/// Finds out what the chosen translation service lacks, and between which languages it can translate.
extension TranslatorScreen {
    /// Something that is missing, without which the chosen service cannot translate.
    enum Need: Equatable {
        case key
        case address
        /// Software packages or models have to be installed for these languages.
        case install(LanguagePair, TranslationPairs.Missing)
        /// Other languages have to be chosen, because the service cannot translate between these.
        case languages(LanguagePair)
    }

    /// Something that the chosen service lacks and without which it cannot translate; nil if nothing is known to be
    /// missing.
    var need: Need? {
        let descriptor = preferences.service.descriptor
        if descriptor.hasAddress, preferences.address.isEmpty {
            return .address
        }
        guard descriptor.keyNeed == .required else {
            return pairNeed
        }
        return hasKey == false ? .key : nil
    }

    private var pairNeed: Need? {
        let target = preferences.target
        let source = preferences.source.isEmpty ? nil : preferences.source
        guard let pairs = pairs[preferences.service], !canTranslate(from: source, into: target) else {
            return nil
        }
        let pair = source.map { LanguagePair(source: $0, target: target) } ?? pairs.missingPair(into: target)
        guard let pair else {
            return .languages(LanguagePair(source: source ?? "", target: target))
        }
        return pairs.missing[pair].map { .install(pair, $0) } ?? .languages(pair)
    }

    /// The view state of the list from which the user chooses a translation service. Nil if the chosen service can be
    /// used, or if the page is not empty.
    var setup: TranslatorSetup? {
        guard stage == .idle, !isWaiting, source.isEmpty, exchanges.isEmpty, let need else {
            return nil
        }
        return TranslatorWording.setup(preferences.service, need, pairs)
    }

    /// Returns whether the chosen service can translate text or speech from one language into another. Returns true if
    /// the service's language pairs are not known.
    ///
    /// - Parameter source: ISO 639-1 code; nil for any language.
    func canTranslate(from source: String?, into target: String) -> Bool {
        guard let pairs = pairs[preferences.service] else {
            return true
        }
        return pairs.contains(from: source, into: target) || canTranslateSpeech(into: target)
    }

    /// Returns whether the chosen service can translate speech (in any language) into a target language.
    func canTranslateSpeech(into target: String) -> Bool {
        guard let direct = preferences.service.descriptor.speechTarget else {
            return false
        }
        return target == direct || pairs[preferences.service]?.contains(from: direct, into: target) == true
    }

    /// Returns a sentence that says why the chosen service cannot translate between two languages. The sentence is
    /// empty if the service can, or could if the user installed something.
    ///
    /// - Parameter source: ISO 639-1 code; empty for any language.
    func obstacle(from source: String, into target: String) -> String {
        let known = source.isEmpty ? nil : source
        guard source != target, !canTranslate(from: known, into: target), missing(from: known, into: target) == nil
        else {
            return ""
        }
        return TranslatorWording.noPair(preferences.service, from: source, into: target)
    }

    /// Returns a sentence that says what has to be installed to translate between two languages; empty if nothing is
    /// missing.
    func note(from source: String, into target: String) -> String {
        let known = source.isEmpty ? nil : source
        guard source != target, !canTranslate(from: known, into: target),
            let missing = missing(from: known, into: target)
        else {
            return ""
        }
        return TranslatorWording.needs(missing)
    }

    private func missing(from source: String?, into target: String) -> TranslationPairs.Missing? {
        guard let pairs = pairs[preferences.service] else {
            return nil
        }
        let pair = source.map { LanguagePair(source: $0, target: target) } ?? pairs.missingPair(into: target)
        return pair.flatMap { pairs.missing[$0] }
    }
}

extension TranslationPairs {
    /// Returns a pair with a target language for which something would have to be installed, preferably from English;
    /// nil if there is none.
    fileprivate func missingPair(into target: String) -> LanguagePair? {
        let sources = missing.keys.filter { $0.target == target }.map(\.source)
        return (sources.contains("en") ? "en" : sources.min()).map { LanguagePair(source: $0, target: target) }
    }
}
