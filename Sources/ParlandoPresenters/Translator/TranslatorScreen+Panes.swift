import ParlandoCore
import ParlandoServices

extension TranslatorScreen {
    func pane(_ side: TranslatorSide) -> State.Pane {
        var pane = State.Pane()
        pane.language = side == .source ? preferences.source : preferences.target
        pane.languageLabel = languageLabel(side)
        pane.languageName =
            side == .source
            ? tr("Translate From: {language}", ["language": pane.languageLabel])
            : tr("Translate To: {language}", ["language": pane.languageLabel])
        pane.languages = languages(side)
        pane.text = text(on: side)
        pane.earlier = earlierText(on: side)
        pane.placeholder = placeholder(side)
        pane.name = side == .source ? tr("Text") : tr("Translation")
        pane.isRightToLeft = language(of: side).flatMap(SpeechLanguage.named)?.isRightToLeft ?? false
        pane.isEditable = side == .source
        pane.isInterim = side == .source ? isBeingHeard : isBeingTranslated
        pane.caution = isRough(side) ? TranslatorWording.rough : ""
        pane.canCopy = !copy(of: side).isEmpty
        showSpeech(of: side, in: &pane)
        return pane
    }

    private func showSpeech(of side: TranslatorSide, in pane: inout State.Pane) {
        let isSounding = sounding == side && stage == .speaking
        pane.listen = !isSounding ? .play : isSpeechPaused ? .resume : .pause
        let isFree = stage == .idle || stage == .speaking
        pane.canListen = isSounding || (isFree && !pane.text.isEmpty && language(of: side) != nil)
        pane.canStop = isSounding
        switch pane.listen {
        case .play: pane.listenLabel = side == .source ? tr("Listen to Text") : tr("Listen to Translation")
        case .pause: pane.listenLabel = tr("Pause Speech")
        case .resume: pane.listenLabel = tr("Resume Speech")
        }
        if isSounding, let played {
            pane.played = [played.seconds, played.total].compactMap { $0 }.map(Quantities.clock).joined(
                separator: " / ")
        }
    }

    func language(of side: TranslatorSide) -> String? {
        guard side == .source else {
            return exchanges.last.map { isTurned ? $0.sourceLanguage ?? preferences.target : $0.targetLanguage }
                ?? preferences.target
        }
        if isTurned || !preferences.source.isEmpty {
            return preferences.source
        }
        return isEdited && !isBeingTranslated ? nil : exchanges.last?.sourceLanguage
    }

    func text(on side: TranslatorSide) -> String {
        let translation = exchanges.map(\.translation.revealed).filter { !$0.isEmpty }.joined(separator: "\n")
        return (side == .source) == isTurned ? translation : source
    }

    private func isRough(_ side: TranslatorSide) -> Bool {
        guard (side == .source) == isTurned, exchanges.contains(where: { !$0.translation.revealed.isEmpty }) else {
            return false
        }
        return exchanges.contains { exchange in
            let service = exchange.service ?? (isBeingTranslated ? preferences.service : nil)
            return service?.descriptor.isRough == true
        }
    }

    /// Includes earlier texts of the pane, except in a conversation.
    func copy(of side: TranslatorSide) -> String {
        let earlier = isConversation ? [] : ahead.map { (side == .source ? $0.source : $0.translation).revealed }
        return (earlier + [text(on: side)]).filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    private func earlierText(on side: TranslatorSide) -> String {
        guard isConversation else {
            return ahead.map { side == .source ? $0.source.revealed : translation(of: $0) }.filter { !$0.isEmpty }
                .joined(separator: "\n\n")
        }
        guard let earlier = ahead.last ?? earlier else {
            return ""
        }
        let isTurned = earlier.sourceLanguage == preferences.target
        return ((side == .source) == isTurned ? earlier.translation : earlier.source).revealed
    }

    /// Says so if there is none, because the next text's translation must not stand opposite this text.
    private func translation(of earlier: Exchange) -> String {
        guard earlier.translation.revealed.isEmpty else {
            return earlier.translation.revealed
        }
        if waiting.contains(earlier.id) {
            return tr("Waiting for its turn")
        }
        let hasEnded =
            stage == .idle || stopped.contains(earlier.id) || failures.contains { $0.exchange == earlier.id }
        return hasEnded ? tr("Not translated") : tr("Translating…")
    }

    /// Whether the latest turn was spoken in the target language: the panes then change roles.
    var isTurned: Bool {
        isConversation && exchanges.last?.sourceLanguage == preferences.target
    }

    private var isBeingHeard: Bool {
        stage == .listening || stage == .transcribing
    }

    private var isBeingTranslated: Bool {
        exchanges.last.map { !$0.isWhole } ?? false && stage != .idle
    }

    private var isInQueue: Bool {
        exchanges.last.map { waiting.contains($0.id) } ?? false
    }

    private func placeholder(_ side: TranslatorSide) -> String {
        switch (side, stage) {
        case (.source, .listening): tr("Your words will appear here.")
        case (.source, _): isConversation ? tr("Press Speak and take turns") : tr("Type here, or press Speak")
        case (.target, .idle): tr("The translation appears here")
        case (.target, .translating) where exchanges.isEmpty && !ahead.isEmpty: tr("The translation appears here")
        case (.target, .translating): isInQueue ? tr("Waiting for its turn") : tr("Translating…")
        case (.target, _): ""
        }
    }

    // MARK: Languages

    private func languageLabel(_ side: TranslatorSide) -> String {
        guard side == .source, preferences.source.isEmpty else {
            return LanguageWording.nativeName(of: side == .source ? preferences.source : preferences.target)
        }
        guard let found = language(of: .source) else {
            // A narrow window has no room for more beside the other language.
            return tr("Detect")
        }
        return tr("{language} (auto)", ["language": LanguageWording.nativeName(of: found)])
    }

    private func languages(_ side: TranslatorSide) -> [LanguageChoice] {
        // A conversation needs two known languages, so detection is not offered.
        let all = SpeechLanguage.translated.map { language in
            guard side == .target else {
                return LanguageChoice(language.code)
            }
            let (obstacle, note) = hindrance(from: preferences.source, into: language.code)
            return LanguageChoice(language.code, obstacle: obstacle, note: note)
        }
        let note = preferences.service.descriptor.hasPairs ? tr("Only for speech") : ""
        return side == .source && !isConversation ? [LanguageChoice("", note: note)] + all : all
    }

    var recentPairs: [State.Pair] {
        preferences.recentPairs.compactMap(LanguagePair.init).filter {
            hindrance(from: $0.source, into: $0.target).obstacle.isEmpty
        }.map { pair in
            let names = [pair.source, pair.target].map(LanguageWording.nativeName)
            return State.Pair(pair.name, names.joined(separator: " → "))
        }
    }

    /// The languages in reverse; nil if they cannot be swapped, for example because the source is not known.
    var swapped: LanguagePair? {
        let source = preferences.source.isEmpty ? language(of: .source) : preferences.source
        guard let source, source != preferences.target, SpeechLanguage.translated(tag: source) != nil,
            hindrance(from: preferences.target, into: source).obstacle.isEmpty
        else {
            return nil
        }
        return LanguagePair(source: preferences.target, target: source)
    }
}
