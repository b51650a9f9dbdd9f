import ParlandoCore

/// One recognition session with a server. The pieces cut from the audio are sent in order, one at a time and only once.
///
/// If `halts` is true, a piece that fails halts the session: the following pieces are kept, and the session continues
/// with the failed piece when the user asks for it. Otherwise, a failure ends the session. Used by one task.
struct RemoteSession {
    /// Event that the session handles.
    enum Event: Sendable {
        case heard(UtteranceFeed.News)
        /// The audio has ended, or can no longer be cut.
        case ended((any Error)?)
        case sendAgain
    }

    /// Piece of speech that is sent in one request, as a range of the session's samples.
    private struct Piece {
        let range: Range<Int>
        let beginsParagraph: Bool
    }

    let server: SpeechServer
    let options: RecognitionOptions
    let sound: UnsentSound
    /// Whether a failure halts the session instead of ending it.
    let halts: Bool
    let door: AsyncThrowingStream<RecognitionEvent, any Error>.Continuation

    /// Position in samples up to which everything has been recognised or is silence.
    private(set) var done = 0
    private var pieces: [Piece] = []
    private var failure: RecognitionError?
    private var speechEnd = 0

    init(
        server: SpeechServer, options: RecognitionOptions, sound: UnsentSound, halts: Bool,
        door: AsyncThrowingStream<RecognitionEvent, any Error>.Continuation
    ) {
        self.server = server
        self.options = options
        self.sound = sound
        self.halts = halts
        self.door = door
    }

    /// Handles events until the audio has ended and all of it has been recognised. Throws the last failure, or
    /// `CancellationError`.
    mutating func run(_ events: AsyncStream<Event>) async throws {
        try await checkKey()
        for await event in events {
            switch event {
            case .heard(let news):
                try await take(news)
            case .sendAgain where failure != nil:
                failure = nil
                door.yield(.wentOn)
                try await sendPieces()
            case .sendAgain:
                break
            case .ended(let error):
                if let error = error ?? failure {
                    throw error
                }
                return
            }
        }
        throw CancellationError()
    }

    /// Checks the key at the start, so that the user learns before speaking that the keyring must be unlocked.
    private mutating func checkKey() async throws {
        do throws(ServerError) {
            try await server.checkKey()
        } catch {
            try halt(RecognitionError(.server(error.kind), detail: error.detail))
        }
    }

    private mutating func halt(_ error: RecognitionError) throws {
        try Task.checkCancellation()
        guard halts else {
            throw error
        }
        failure = error
        door.yield(.halted(error))
    }

    private mutating func take(_ news: UtteranceFeed.News) async throws {
        if case .speech(let utterance) = news {
            speechEnd = utterance.end
            pieces.append(
                Piece(range: utterance.start..<utterance.end, beginsParagraph: utterance.beginsParagraph))
        }
        guard failure == nil else {
            door.yield(.kept(seconds: Self.seconds(news.end), speechEnd: Self.seconds(speechEnd)))
            return
        }
        try await sendPieces()
        if failure == nil {
            advance(to: news.end)
        }
    }

    private mutating func sendPieces() async throws {
        while let piece = pieces.first {
            do throws(RecognitionError) {
                try await send(piece)
            } catch {
                return try halt(error)
            }
            pieces.removeFirst()
            advance(to: piece.range.upperBound)
        }
    }

    private mutating func advance(to position: Int) {
        done = max(done, position)
        sound.drop(before: done)
        door.yield(.progress(seconds: Self.seconds(done)))
    }

    private func send(_ piece: Piece) async throws(RecognitionError) {
        let answer: SpeechAnswer
        do throws(ServerError) {
            answer = try await server.recognize(sound.recording(of: piece.range), options: options, isLive: true)
        } catch {
            throw RecognitionError(.server(error.kind), detail: error.detail)
        }
        let words = answer.words.map { $0.moved(by: Self.seconds(piece.range.lowerBound)) }
        if piece.beginsParagraph {
            door.yield(.paragraphEnded)
        }
        if !words.isEmpty {
            door.yield(.final(words))
        }
    }

    private static func seconds(_ samples: Int) -> Double {
        Double(samples) / Double(AudioBlock.sampleRate)
    }
}
