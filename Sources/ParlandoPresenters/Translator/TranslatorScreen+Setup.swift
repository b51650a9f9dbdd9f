import ParlandoCore
import ParlandoServices

/// What the chosen service still needs, and the languages into which it can translate.
extension TranslatorScreen {
    /// Something without which the chosen service translates nothing.
    enum Need: Equatable {
        case key
        case address
        /// Packages or models for these languages.
        case install(LanguagePair, TranslationPairs.Missing)
        /// Other languages, because the service cannot translate these.
        case languages(LanguagePair)
    }

    /// What the chosen service is known to lack, or nil if nothing is known to be missing.
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

    /// The choice of a service, or nil if the chosen one can be used or the page is not empty.
    var setup: TranslatorSetup? {
        guard stage == .idle, !isWaiting, source.isEmpty, exchanges.isEmpty, let need else {
            return nil
        }
        return TranslatorWording.setup(preferences.service, need, pairs)
    }

    /// Returns whether the chosen service can translate texts or speech between these languages, as far as is known.
    ///
    /// - Parameter source: ISO 639-1 code; nil for any language.
    func canTranslate(from source: String?, into target: String) -> Bool {
        guard let pairs = pairs[preferences.service] else {
            return true
        }
        return pairs.contains(from: source, into: target) || canTranslateSpeech(into: target)
    }

    /// Returns whether the chosen service translates speech in any language into this one.
    func canTranslateSpeech(into target: String) -> Bool {
        guard let direct = preferences.service.descriptor.speechTarget else {
            return false
        }
        return target == direct || pairs[preferences.service]?.contains(from: direct, into: target) == true
    }

    /// Returns why the chosen service cannot translate between two languages; empty if it can, or could if something
    /// were installed.
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

    /// Returns what has to be installed for two languages; empty if nothing has.
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
    /// Returns a pair with this target that something would have to be installed for, preferably from English.
    fileprivate func missingPair(into target: String) -> LanguagePair? {
        let sources = missing.keys.filter { $0.target == target }.map(\.source)
        return (sources.contains("en") ? "en" : sources.min()).map { LanguagePair(source: $0, target: target) }
    }
}
