import Foundation
import Synchronization

/// Simulates the Gemini API on a `LoopbackServer`: lists models, and translates by putting the text between `‹` and `›`
/// unless another response is scripted.
public final class GeminiScript: AnswerScript {
    private let models: Mutex<[String]>
    private let answers = Mutex<[MadeAnswer]>([])

    public init(models: [String] = ["gemini-3.5-flash-lite"]) {
        self.models = Mutex(models)
    }

    /// Sets the next responses to translation requests, one each; later responses are correct again.
    public func answerNext(_ next: MadeAnswer...) {
        answers.withLock { $0 += next }
    }

    /// Sets the models that are listed from now on; any other is not found.
    public func list(_ names: [String]) {
        models.withLock { $0 = names }
    }

    public func answer(to request: ServerRequest) -> MadeAnswer {
        let names = models.withLock { $0 }
        guard let name = Self.model(in: request) else {
            return Self.list(names)
        }
        let scripted = answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        if let scripted {
            return scripted
        }
        guard names.contains(name) else {
            return Self.refusal(404, "NOT_FOUND")
        }
        return Self.says(Self.translation(of: Self.text(in: request)))
    }

    /// Returns the text to translate in a request, or an empty text for another kind of request.
    public static func text(in request: ServerRequest) -> String {
        (try? JSONDecoder().decode(Question.self, from: Data(request.body)))?.contents.last?.parts.first?.text ?? ""
    }

    public static func translation(of text: String) -> String {
        "‹\(text)›"
    }

    /// Returns the model named in a translation request, or nil for another kind of request.
    public static func model(in request: ServerRequest) -> String? {
        request.path.firstMatch(of: #/^/v1beta/models/([^/:]+):streamGenerateContent\?alt=sse$/#).map { String($0.1) }
    }

    private struct Question: Decodable {
        struct Content: Decodable {
            let parts: [Part]
        }

        struct Part: Decodable {
            let text: String
        }

        let contents: [Content]
    }
}

// MARK: - Answers

extension GeminiScript {
    /// Returns a streamed response with a structured translation, in events of a few characters each.
    ///
    /// - Parameter finish: finish reason, or nil to omit it.
    public static func says(
        _ text: String, language: String = "en", finish: String? = "STOP", lettersInEvent: Int = 7
    ) -> MadeAnswer {
        let object = #"{"detectedLanguage":"\#(language)","translation":\#(quoted(text))}"#
        return streams(object, finish: finish, lettersInEvent: lettersInEvent)
    }

    /// Returns a streamed response with the given text.
    ///
    /// - Parameters:
    ///   - finish: Gemini's `finishReason` in the last event, or nil for a stream without that event.
    ///   - lettersInEvent: number of Unicode scalars of the text in each event.
    public static func streams(_ text: String, finish: String? = "STOP", lettersInEvent: Int = 7) -> MadeAnswer {
        var events: [String] = []
        var rest = Array(text.unicodeScalars)[...]
        while !rest.isEmpty {
            var letters = String.UnicodeScalarView()
            letters.append(contentsOf: rest.prefix(lettersInEvent))
            rest = rest.dropFirst(lettersInEvent)
            events.append(#"{"candidates":[{"content":{"parts":[{"text":\#(quoted(String(letters)))}]}}]}"#)
        }
        if let finish {
            events.append(#"{"candidates":[{"content":{"parts":[]},"finishReason":"\#(finish)"}],"usageMetadata":{}}"#)
        }
        return MadeAnswer(pieces: events.map { Array("data: \($0)\r\n\r\n".utf8) })
    }

    /// Returns the given events unchanged, whether or not they are valid.
    public static func events(_ data: String...) -> MadeAnswer {
        MadeAnswer(pieces: data.map { Array("data: \($0)\r\n\r\n".utf8) })
    }

    /// Returns an error response in Google's format.
    ///
    /// - Parameter details: JSON objects, separated by commas.
    public static func refusal(
        _ code: Int, _ status: String, message: String = "No.", details: String = "", fields: [String] = []
    ) -> MadeAnswer {
        MadeAnswer(code, fields: fields, text: error(code, status, message: message, details: details))
    }

    public static func error(_ code: Int, _ status: String, message: String = "No.", details: String = "") -> String {
        #"{"error":{"code":\#(code),"message":\#(quoted(message)),"status":"\#(status)","details":[\#(details)]}}"#
    }

    public static func list(_ names: [String]) -> MadeAnswer {
        let rows = names.map {
            #"{"name":"models/\#($0)","displayName":"\#($0)","supportedGenerationMethods":["generateContent"]}"#
        }
        return MadeAnswer(text: #"{"models":[\#(rows.joined(separator: ","))]}"#)
    }

    private static func quoted(_ text: String) -> String {
        let data = try? JSONEncoder().encode(text)
        return data.map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    }
}

extension MadeAnswer {
    public var byteByByte: MadeAnswer {
        var answer = self
        answer.pieces = pieces.flatMap { $0.map { [$0] } }
        return answer
    }

    public func cut(after count: Int, ending: Ending = .cut) -> MadeAnswer {
        var answer = self
        answer.pieces = [Array(pieces.joined().prefix(count))]
        answer.ending = ending
        return answer
    }
}
