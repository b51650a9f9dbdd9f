import ParlandoCore

/// Weighs what a window may say under several encodings of its sound, and believes what goes best with all.
///
/// Each encoding hears some things better; and the first wrong word of a greedy search, taken for another that is
/// nearly as probable, is often followed by a sentence that nobody said. Each piece of work computes one encoding: the
/// model holds only one, and another window may need it before the next piece. Not safe for concurrent use.
struct WhisperDeliberation: Deliberation {
    private let decoder: WhisperDecoder
    private let request: DecodeRequest
    /// Encoder frames of each encoding.
    private var contextLengths: [Int]
    private var readings = Readings()
    /// Encodings under which readings were looked for.
    private var searched = 0
    /// What the first encoding says by itself.
    private var firstAnswer = Hypothesis()

    init(decoder: WhisperDecoder, request: DecodeRequest, contextLengths: [Int]) {
        self.decoder = decoder
        self.request = request
        self.contextLengths = contextLengths
    }

    mutating func advance() throws -> (answer: Hypothesis, isFinal: Bool) {
        try decoder.timed {
            if searched < contextLengths.count {
                try search(under: searched)
                searched += 1
            } else if let encoding = incomplete {
                try decoder.encode(request, contextLength: contextLengths[encoding])
                try weigh(under: encoding)
            }
            guard searched == contextLengths.count, incomplete == nil else {
                return (firstAnswer, false)
            }
            return (readings.best(after: request.prefix).map(hypothesis) ?? Hypothesis(), true)
        }
    }

    /// The first encoding under which a text that was found later was not yet weighed.
    private var incomplete: Int? {
        contextLengths.indices.first { !readings.texts(missingUnder: $0).isEmpty }
    }

    private mutating func search(under encoding: Int) throws {
        try decoder.encode(request, contextLength: contextLengths[encoding])
        // What the encoding before said is found again sooner than what was expected before that.
        let greedy = try decoder.search(request, expected: readings.texts.first ?? request.expected)
        readings.add(greedy, under: encoding)
        if encoding == 0 {
            firstAnswer = hypothesis(greedy)
            if !Readings.isDoubtful(greedy) {
                contextLengths.removeLast(contextLengths.count - 1)
            }
        }
        guard contextLengths.count > 1 else {
            return
        }
        // Looking for more under each further encoding takes a quarter more time and corrects nothing (90 errors in
        // 1,668 words with it and without).
        if encoding == 0 {
            for other in Readings.others(than: greedy, expected: request.expected, endOfText: decoder.endOfText) {
                readings.add(try decoder.search(request, expected: other.text, forced: other.forced), under: encoding)
            }
        }
        try weigh(under: encoding)
    }

    /// Asks how well all readings go with the encoding that was just computed.
    private mutating func weigh(under encoding: Int) throws {
        for text in readings.texts(missingUnder: encoding) {
            let expected = text + [decoder.endOfText]
            readings.add(try decoder.search(request, expected: expected, forced: expected.count), under: encoding)
        }
    }

    private func hypothesis(_ search: TokenSearch) -> Hypothesis {
        decoder.hypothesis(of: search, prefix: request.prefix)
    }
}
