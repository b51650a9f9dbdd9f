import Foundation
import ParlandoTestSupport
import Synchronization

/// Speaks the LibreTranslate API on a `LoopbackServer`: lists languages, and answers translations as a test says;
/// afterwards with "Hallo".
final class LibreScript: AnswerScript {
    /// What a client asks for, as far as tests look at it.
    struct Question: Decodable, Equatable {
        let source: String
        let target: String
    }

    /// The languages of a recent server: Chinese by its script, Brazilian Portuguese under a code of its own.
    static let languages = MadeAnswer(
        text: """
            [{"code":"en","name":"English","targets":["de","en","pb","zh-Hans"]},\
            {"code":"zh-Hans","name":"Chinese","targets":["en"]},{"code":"pb","name":"Portuguese","targets":["en"]}]
            """)

    private let languages: MadeAnswer
    private let answers: Mutex<[MadeAnswer]>
    private let rule: (@Sendable (Question) -> MadeAnswer?)?

    /// - Parameter rule: answers a question once the given answers are used up, nil: "Hallo".
    init(
        _ answers: [MadeAnswer] = [], languages: MadeAnswer = LibreScript.languages,
        rule: (@Sendable (Question) -> MadeAnswer?)? = nil
    ) {
        self.answers = Mutex(answers)
        self.languages = languages
        self.rule = rule
    }

    func answer(to request: ServerRequest) -> MadeAnswer {
        guard request.method == "POST" else {
            return request.path == "/languages" ? languages : MadeAnswer(404, text: "{}")
        }
        if let answer = answers.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
            return answer
        }
        return Self.question(in: request).flatMap { rule?($0) } ?? MadeAnswer(text: #"{"translatedText":"Hallo"}"#)
    }

    static func question(in request: ServerRequest) -> Question? {
        try? JSONDecoder().decode(Question.self, from: Data(request.body))
    }
}
