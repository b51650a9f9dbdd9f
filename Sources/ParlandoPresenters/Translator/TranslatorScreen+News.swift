import Foundation
import ParlandoCore
import ParlandoServices

/// What events and the user's actions change.
extension TranslatorScreen {
    /// Removes all texts. Later events about these are ignored.
    mutating func retire() {
        retired.formUnion((ahead + exchanges).map(\.id))
        keepTurn()
        exchanges = []
        ahead = []
        stopped = []
        unkept = []
        shown = nil
        isAnew = false
        failures = []
        notice = nil
        played = nil
        sounding = nil
        isSpeechPaused = false
    }

    /// Keeps the latest complete turn of a conversation, so that it can be read while the next is translated.
    private mutating func keepTurn() {
        if !isConversation {
            earlier = nil
        } else if let last = exchanges.last, last.isWhole {
            earlier = last
        }
    }

    /// Makes room for another text. Texts that are still being translated or wait stay in `ahead`.
    private mutating func moveOn() {
        guard stage == .translating || !waiting.isEmpty else {
            return retire()
        }
        ahead += exchanges
        exchanges = []
        shown = nil
        isAnew = false
        // The user can still repeat their stages.
        let kept = ahead.map { Optional($0.id) }
        failures.removeAll { !kept.contains($0.exchange) }
    }

    mutating func begin(typed: Bool) {
        let isQueued = typed && stage == .translating
        moveOn()
        isWaiting = !isQueued
        isTyped = typed
        isEdited = false
        if !typed {
            source = ""
        }
    }

    /// The earlier translation stays until the service answers.
    mutating func beginAnew() {
        isWaiting = true
        isAnew = true
        failures = []
        notice = nil
    }

    mutating func enter(_ stage: TranslatorStage) {
        let old = self.stage
        self.stage = stage
        isWaiting = false
        if stage != .translating, notice?.isPassing ?? false {
            notice = nil
        }
        switch stage {
        case .speaking:
            sounding = sounding ?? (isTurned ? .source : .target)
        case .idle, .listening:
            sounding = nil
            played = nil
            isSpeechPaused = false
        case .transcribing, .translating:
            break
        }
        if stage == .idle, old != .idle {
            level = -.infinity
        }
    }

    /// If an exchange could not be stored, a notice follows.
    private mutating func note(_ exchange: Exchange) {
        guard exchange.isWhole else {
            return
        }
        let known = (ahead + exchanges).first { $0.id == exchange.id }
        if !preferences.keepsTranslations {
            unkept.insert(exchange.id)
        } else if known?.translation.revealed != exchange.translation.revealed {
            unkept.remove(exchange.id)
        }
    }

    mutating func advance(_ exchange: Exchange) {
        guard !retired.contains(exchange.id) else {
            return
        }
        note(exchange)
        if exchange.isWhole, !exchange.isRemembered, exchange.service == preferences.service {
            // The service has accepted the key, which may have been entered since it was looked up.
            hasKey = hasKey.map { _ in true }
        }
        if let index = ahead.firstIndex(where: { $0.id == exchange.id }) {
            ahead[index] = exchange
            return
        }
        if let index = exchanges.firstIndex(where: { $0.id == exchange.id }) {
            exchanges[index] = exchange
        } else if isConversation {
            retired.formUnion(exchanges.map(\.id))
            keepTurn()
            ahead.removeAll(where: \.isWhole)
            exchanges = [exchange]
            isEdited = false
        } else {
            exchanges.append(exchange)
        }
        if !isTyped, !isEdited {
            source = exchanges.map(\.source.revealed).filter { !$0.isEmpty }.joined(separator: "\n")
        }
    }

    mutating func edit(_ text: String) {
        guard text != self.text(on: .source) else {
            return
        }
        if isTurned {
            moveOn()
        }
        source = text
        isEdited = true
        if case .translation(let error)? = failure?.failure, error.kind == .tooLong || error.kind == .nothingToTranslate
        {
            failures.removeLast()
        }
        if text.isEmpty {
            moveOn()
        }
    }

    /// If the latest text was discarded, it stays in the text field.
    mutating func discard(_ discarded: [Exchange.ID]) {
        retired.formUnion(discarded)
        ahead.removeAll { discarded.contains($0.id) }
        if let last = exchanges.last, discarded.contains(last.id) {
            exchanges.removeAll { discarded.contains($0.id) }
            isEdited = true
        }
    }

    mutating func fail(_ failure: TranslatorFailure, in stage: TranslatorStage, of exchange: Exchange.ID?) {
        isWaiting = false
        failures.removeAll { $0.exchange == nil || $0.exchange == exchange }
        failures.append(
            Failure(
                failure: failure, stage: stage, exchange: exchange,
                needsSpeech: canTranslateSpeech(into: preferences.target)))
    }

    /// The translation can then be translated back.
    mutating func swapTexts(_ languages: LanguagePair) {
        let (left, right, isKept) = (text(on: .source), text(on: .target), isInHistory && !isEdited)
        retire()
        isEdited = false
        isTyped = true
        source = right.isEmpty ? left : right
        if !left.isEmpty, !right.isEmpty {
            exchanges = [
                Exchange(
                    source: right, sourceLanguage: languages.source, translation: left,
                    targetLanguage: languages.target, isWhole: true)
            ]
            unkept = isKept ? [] : Set(exchanges.map(\.id))
        }
    }

    /// Shows an exchange of the history in place of what is on the page.
    mutating func show(_ exchange: Exchange) {
        retire()
        isTyped = true
        isEdited = false
        source = exchange.source.revealed
        retired.remove(exchange.id)
        exchanges = [exchange]
        shown = exchange.id
    }
}
