import Foundation
import ParlandoCore
import ParlandoTestSupport
import Synchronization

/// All that a translator said to one request.
struct Heard: Sendable {
    var partials: [String] = []
    var wholes: [Translation] = []
    var failure: TranslationError?
    var isCancelled = false

    init(
        _ translator: any Translator, _ text: String, from source: String? = nil, into target: String = "de",
        prompt: TranslationRequest.Prompt = .usual
    ) async {
        do {
            let request = TranslationRequest(Phrase(text, language: source), into: target, prompt: prompt)
            for try await progress in translator.translate(request) {
                switch progress {
                case .partial(let text): partials.append(text.revealed)
                case .whole(let translation): wholes.append(translation)
                }
            }
        } catch {
            failure = error as? TranslationError
            isCancelled = error is CancellationError
        }
    }

    var text: String? { wholes.first?.text.revealed }
    var kind: TranslationError.Kind? { failure?.kind }
}

/// Answers one thing to everything.
final class OneAnswer: AnswerScript {
    private let made: Mutex<MadeAnswer>

    init(_ answer: MadeAnswer) {
        made = Mutex(answer)
    }

    func answer(to request: ServerRequest) -> MadeAnswer {
        made.withLock { $0 }
    }
}

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
