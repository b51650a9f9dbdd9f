import ArgumentParser
import Foundation
import ParlandoCore
import ParlandoPresenters
import ParlandoServices

enum TranslationFormat: String, CaseIterable, ExpressibleByArgument {
    case txt
    case json
    /// A line of JSON for each event, as it happens.
    case events

    func makePrinter() -> any TranslationPrinter {
        switch self {
        case .txt: Output.isTerminal ? GrowingTextPrinter() : WholePrinter { $0.text + "\n" }
        case .json: WholePrinter { $0.json }
        case .events: TranslationEventPrinter()
        }
    }
}

protocol TranslationPrinter: AnyObject {
    /// What happens before the end.
    func tell(_ news: TranslationEvent) throws(Failure)
    func finish(_ result: TranslationResult) throws(Failure)
    /// The translation has failed.
    func abandon() throws(Failure)
}

extension TranslationPrinter {
    func abandon() {}
}

/// Prints only the final result: interim text in a file or pipe cannot be taken back.
private final class WholePrinter: TranslationPrinter {
    private let form: (TranslationResult) -> String

    init(_ form: @escaping (TranslationResult) -> String) {
        self.form = form
    }

    func tell(_ news: TranslationEvent) {
        news.reportWait()
    }

    func finish(_ result: TranslationResult) throws(Failure) {
        try Output.write(form(result))
    }
}

private final class GrowingTextPrinter: TranslationPrinter {
    private var written = ""

    func tell(_ news: TranslationEvent) throws(Failure) {
        news.reportWait()
        if case .partial(let text) = news {
            try grow(to: text.revealed)
        }
    }

    func finish(_ result: TranslationResult) throws(Failure) {
        try grow(to: result.text)
        try Output.write("\n")
    }

    func abandon() throws(Failure) {
        if !written.isEmpty {
            try Output.write("\n")
        }
    }

    /// Text of another attempt begins a new line.
    private func grow(to text: String) throws(Failure) {
        if text.hasPrefix(written) {
            try Output.write(String(text.dropFirst(written.count)))
        } else {
            try Output.write((written.isEmpty ? "" : "\n") + text)
        }
        written = text
    }
}

private final class TranslationEventPrinter: TranslationPrinter {
    private struct Event: Encodable {
        let type: String
        var text: String?
        var language: String?
        var source_language: String?
        var seconds: Double?
        var reason: String?
    }

    func tell(_ news: TranslationEvent) throws(Failure) {
        switch news {
        case .queued: try write(Event(type: "queued"))
        case .partial(let text): try write(Event(type: "partial", text: text.revealed))
        case .waiting(let wait, let error):
            let seconds = (wait / .seconds(1) * 1000).rounded() / 1000
            let reason = withoutTranslation { error?.message.text }
            try write(Event(type: "waiting", seconds: seconds, reason: reason))
        case .translated: break
        }
    }

    func finish(_ result: TranslationResult) throws(Failure) {
        try write(
            Event(
                type: "translated", text: result.text, language: result.language,
                source_language: result.sourceLanguage))
    }

    private func write(_ event: Event) throws(Failure) {
        try Output.line(try event.jsonLine())
    }
}

extension TranslationEvent {
    fileprivate func reportWait() {
        guard case .waiting(let wait, let error) = self else {
            return
        }
        Output.error("parlandoctl: \(TranslatorNotice.waiting(wait, after: error).message.text)")
    }
}
