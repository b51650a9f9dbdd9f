import Foundation
import Synchronization

/// Speaks the Gemini API on a `LoopbackServer`: lists models, and translates by putting the text between `‹` and `›`
/// unless another answer is scripted.
public final class GeminiScript: AnswerScript {
    private let models: Mutex<[String]>
    private let answers = Mutex<[MadeAnswer]>([])

    public init(models: [String] = ["gemini-3.5-flash-lite"]) {
        self.models = Mutex(models)
    }

    /// The next answers to requests for a translation, one each; then all is well again.
    public func answerNext(_ next: MadeAnswer...) {
        answers.withLock { $0 += next }
    }

    /// The models that are listed from now on; any other is not found.
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

    /// What is asked to be translated, empty for a request of another kind.
    public static func text(in request: ServerRequest) -> String {
        (try? JSONDecoder().decode(Question.self, from: Data(request.body)))?.contents.last?.parts.first?.text ?? ""
    }

    /// What the server makes of a text.
    public static func translation(of text: String) -> String {
        "‹\(text)›"
    }

    /// The model that a request names, nil: it is no request for a translation.
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
    /// A streamed answer of the usual form, in events of a few letters each.
    ///
    /// - Parameter finish: why it ends, nil: it does not say.
    public static func says(
        _ text: String, language: String = "en", finish: String? = "STOP", lettersInEvent: Int = 7
    ) -> MadeAnswer {
        let object = #"{"detectedLanguage":"\#(language)","translation":\#(quoted(text))}"#
        return streams(object, finish: finish, lettersInEvent: lettersInEvent)
    }

    /// A streamed answer of any text.
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

    /// Events as they are given, without a thought about their sense.
    public static func events(_ data: String...) -> MadeAnswer {
        MadeAnswer(pieces: data.map { Array("data: \($0)\r\n\r\n".utf8) })
    }

    /// An error of Google's form.
    ///
    /// - Parameter details: JSON objects, separated by commas.
    public static func refusal(
        _ code: Int, _ status: String, message: String = "No.", details: String = "", fields: [String] = []
    ) -> MadeAnswer {
        MadeAnswer(code, fields: fields, text: error(code, status, message: message, details: details))
    }

    /// The JSON of an error.
    public static func error(_ code: Int, _ status: String, message: String = "No.", details: String = "") -> String {
        #"{"error":{"code":\#(code),"message":\#(quoted(message)),"status":"\#(status)","details":[\#(details)]}}"#
    }

    /// The answer to a request for the models.
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
    /// The same bytes, one write for each.
    public var byteByByte: MadeAnswer {
        var answer = self
        answer.pieces = pieces.flatMap { $0.map { [$0] } }
        return answer
    }

    /// The same answer, broken off after so many bytes.
    public func cut(after count: Int, ending: Ending = .cut) -> MadeAnswer {
        var answer = self
        answer.pieces = [Array(pieces.joined().prefix(count))]
        answer.ending = ending
        return answer
    }
}
