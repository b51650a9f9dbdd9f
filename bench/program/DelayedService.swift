import Foundation
import ParlandoTestSupport
import Synchronization

/// A translation and speech service with known delays. It sends a translation of three sentences piece by piece, and
/// speech in one piece.
final class DelayedService: AnswerScript {
    /// Delay between two pieces of a translation, which have six letters each.
    static let pause = Duration.milliseconds(40)
    /// Delay from a request for speech to its response.
    static let speechDelay = Duration.milliseconds(120)
    static let translation = "Buenos días a todos. ¿Dónde está la estación de tren? Muchas gracias por su ayuda."

    private struct Moments {
        var translation: ContinuousClock.Instant?
        var speech: ContinuousClock.Instant?
    }

    private let streams: Bool
    private let moments = Mutex(Moments())
    private let speech = SpeechScript()

    /// - Parameter streams: whether the translation is sent piece by piece. Otherwise it is sent in one piece after the
    ///   same total time.
    init(streams: Bool) {
        self.streams = streams
    }

    /// Time at which the first piece with text of the latest translation was sent, or nil if there was no translation.
    var firstLetter: ContinuousClock.Instant? { moments.withLock { $0.translation } }
    /// Time at which the first speech for the latest translation was sent, or nil if none was sent.
    var firstSpeech: ContinuousClock.Instant? { moments.withLock { $0.speech } }

    /// Duration that the service itself takes for a translation.
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
