public import ParlandoCore
public import ParlandoRecognition

/// Synthetic speech that `MadeSpeechDecoder` can read: every sample of word n has the value n, silence is 0.
public struct MadeSpeech: Sendable {
    /// Word and its position, in samples.
    public struct Item: Sendable, Equatable {
        public let text: String
        /// Positions of the word's samples in `samples`.
        public let range: Range<Int>
    }

    /// Samples, mono at 16 kHz.
    public private(set) var samples: [Float] = []
    public private(set) var items: [Item] = []

    public init() {}

    /// Appends words of the given duration, each followed by a gap, in seconds.
    public mutating func speak(_ texts: [String], seconds: Double = 0.3, gap: Double = 0.2) {
        for text in texts {
            let count = Self.count(seconds)
            items.append(Item(text: text, range: samples.count..<(samples.count + count)))
            samples += [Float](repeating: Float(items.count), count: count)
            pause(gap)
        }
    }

    public mutating func pause(_ seconds: Double) {
        samples += [Float](repeating: 0, count: Self.count(seconds))
    }

    private static func count(_ seconds: Double) -> Int {
        Int(seconds * Double(AudioBlock.sampleRate))
    }
}

/// Decoder that reads `MadeSpeech`. A word that is only partly in the window is misrecognised, as by real decoders.
public final class MadeSpeechDecoder: SpeechDecoder {
    private let items: [MadeSpeech.Item]
    /// Number of samples of each request, in order.
    public private(set) var lengths: [Int] = []
    public private(set) var prefixes: [[Int32]] = []
    public var language: DetectedLanguage?
    /// Words that a quick decoding misrecognises and returns with a low probability.
    public var unclear: Set<String> = []
    /// Number of last words that a full decoding repeats, as real decoders sometimes do.
    public var echoes = 0
    public private(set) var efforts: [DecodeRequest.Effort] = []
    public var meanLogProbability = -0.2
    /// Computing time returned with the result of every decoding, in seconds.
    public var cost = 0.05
    /// Words that the decoder recognises correctly but returns with a low probability.
    public var doubtful: Set<String> = []
    public private(set) var weighed: [[String]] = []

    public init(_ speech: MadeSpeech) {
        items = speech.items
    }

    public func decode(_ request: DecodeRequest) -> Hypothesis {
        lengths.append(request.samples.count)
        efforts.append(request.effort)
        var counts: [(id: Int, count: Int)] = []
        // Every 16th sample is enough, and a debug build is slow.
        for index in stride(from: 0, to: request.samples.count, by: 16) where request.samples[index] != 0 {
            let id = Int(request.samples[index])
            if counts.last?.id == id {
                counts[counts.count - 1].count += 16
            } else {
                counts.append((id, 16))
            }
        }
        let heard = Set(counts.map { Int32($0.id) })
        // Takes the prefix with the fewest words that are missing from the audio and, among several such prefixes, the
        // longest.
        let prefix =
            request.prefixes.min { left, right in
                let (missingLeft, missingRight) = (
                    left.filter { !heard.contains($0) }.count, right.filter { !heard.contains($0) }.count
                )
                return (missingLeft, -left.count) < (missingRight, -right.count)
            } ?? []
        prefixes.append(prefix)
        let known = Set(prefix + request.forced)
        var words = counts.filter { !known.contains(Int32($0.id)) }.map { id, count in
            let item = items[id - 1]
            let isWhole = count > item.range.count - 32
            let isClear =
                switch request.effort {
                case .quick: !unclear.contains(item.text)
                case .full: true
                }
            return DecodedWord(
                text: isWhole && isClear ? item.text : String(item.text.prefix(1)) + "…", tokens: [Int32(id)],
                probability: !isWhole ? 0.5 : isClear && !doubtful.contains(item.text) ? 0.97 : 0.3)
        }
        if request.effort != .quick {
            words += words.suffix(echoes)
        }
        return Hypothesis(
            words: words, prefix: prefix, meanLogProbability: words.isEmpty ? 0 : meanLogProbability,
            language: language, cost: cost)
    }
}

extension MadeSpeechDecoder {
    /// Returns one alternative reading of each word: the word spelled backwards.
    public func readings(of words: [DecodedWord], steps: Int) -> WeighedReadings {
        weighed.append(words.map(\.text))
        return WeighedReadings(
            words.map { [Reading(text: String($0.text.reversed()), confidence: 0.2, likelihood: -1.6)] }, cost: cost)
    }
}

/// Voice activity detector for `MadeSpeech`, which finds speech wherever a sample is not 0.
public final class MadeSpeechGate: SpeechGate {
    public let frameLength = 512
    public private(set) var frames = 0

    public init() {}

    public func reset() {
        frames = 0
    }

    public func probabilities(of samples: [Float]) -> [Float] {
        stride(from: 0, to: samples.count, by: frameLength).map { start in
            frames += 1
            return samples[start..<(start + frameLength)].contains { $0 != 0 } ? 0.95 : 0.02
        }
    }
}

/// Factory that makes `MadeSpeechGate`s or always fails.
public struct MadeSpeechGates: SpeechGateMaker {
    private let failure: RecognitionError?

    /// - Parameter failure: error of every call, or nil for success.
    public init(failure: RecognitionError? = nil) {
        self.failure = failure
    }

    public func makeGate(isolation: isolated (any Actor)?) async throws(RecognitionError) -> any SpeechGate {
        if let failure {
            throw failure
        }
        return MadeSpeechGate()
    }
}
