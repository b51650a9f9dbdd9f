import Foundation
import ParlandoTestSupport
import Synchronization

/// A service whose delays are set: it makes a translation of three sentences piece by piece, and speech in one piece.
final class DelayedService: AnswerScript {
    /// Between two pieces of a translation, of six letters each.
    static let pause = Duration.milliseconds(40)
    /// From a request for speech to its answer.
    static let speechDelay = Duration.milliseconds(120)
    static let translation = "Buenos días a todos. ¿Dónde está la estación de tren? Muchas gracias por su ayuda."

    private struct Moments {
        var translation: ContinuousClock.Instant?
        var speech: ContinuousClock.Instant?
    }

    private let streams: Bool
    private let moments = Mutex(Moments())
    private let speech = SpeechScript()

    /// - Parameter streams: false: the translation comes in one piece when all of it is made.
    init(streams: Bool) {
        self.streams = streams
    }

    /// When the piece with the first letter of the last translation went out.
    var firstLetter: ContinuousClock.Instant? { moments.withLock { $0.translation } }
    /// When the first answer with speech since then went out.
    var firstSpeech: ContinuousClock.Instant? { moments.withLock { $0.speech } }

    /// How long the service itself takes for a translation.
    static var makingTime: Duration {
        pause * (pieces.count - 1)
    }

    func answer(to request: ServerRequest) -> MadeAnswer {
        guard request.path.contains("streamGenerateContent") else {
            guard request.path.contains("enerateContent") else {
                return speech.answer(to: request)
            }
            Thread.sleep(forTimeInterval: Self.speechDelay / .seconds(1))
            let answer = speech.answer(to: request)
            moments.withLock { $0.speech = $0.speech ?? ContinuousClock.now }
            return answer
        }
        let pieces = Self.pieces
        let first = pieces.firstIndex { String(decoding: $0, as: UTF8.self).contains("Bu") } ?? 0
        let wait = streams ? Self.pause * first : Self.makingTime
        moments.withLock { $0 = Moments(translation: ContinuousClock.now + wait) }
        guard streams else {
            Thread.sleep(forTimeInterval: Self.makingTime / .seconds(1))
            return MadeAnswer(pieces: [Array(pieces.joined())])
        }
        return MadeAnswer(pieces: pieces, pause: Self.pause)
    }

    private static let pieces = GeminiScript.says(translation, language: "en", lettersInEvent: 6).pieces
}
