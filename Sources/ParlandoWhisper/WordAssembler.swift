import ParlandoRecognition

/// Assembles words from tokens. A leading space begins a word; in scripts without spaces, every complete character is a
/// word.
struct WordAssembler {
    private var words: [DecodedWord] = []
    /// First token of each word.
    private(set) var starts: [Int] = []
    private var count = 0
    private var bytes: [UInt8] = []
    private var tokens: [Int32] = []
    private var lowest = 1.0
    private var isGlued = false
    private let continues: Bool

    /// - Parameter continues: whether words precede the first token, so that without a leading space it continues the
    ///   last of them.
    init(continues: Bool) {
        self.continues = continues
    }

    mutating func add(_ token: Int32, bytes more: [UInt8], probability: Double) {
        if more.first == UInt8(ascii: " ") {
            flush()
            isGlued = false
        } else if tokens.isEmpty {
            isGlued = continues || !words.isEmpty
        } else if let last = String(validating: bytes, as: UTF8.self)?.unicodeScalars.last, Self.standsAlone(last),
            !Self.isPunctuation(more)
        {
            flush()
            isGlued = true
        }
        bytes += more
        tokens.append(token)
        count += 1
        // An uncertain choice of punctuation does not make the word uncertain.
        if !Self.isPunctuation(more) {
            lowest = min(lowest, probability)
        }
    }

    mutating func finish() -> [DecodedWord] {
        flush()
        return words
    }

    private mutating func flush() {
        defer {
            bytes = []
            tokens = []
            lowest = 1
        }
        let text = String(decoding: bytes.drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
        guard !text.isEmpty else {
            return
        }
        starts.append(count - tokens.count)
        words.append(DecodedWord(text: text, tokens: tokens, probability: lowest, isGlued: isGlued))
    }

    /// Chinese characters and Japanese kana are written without spaces.
    static func standsAlone(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x3000...0x30FF, 0x3400...0x9FFF, 0xF900...0xFAFF, 0xFF00...0xFFEF, 0x20000...0x2FA1F: true
        default: false
        }
    }

    static func isPunctuation(_ bytes: [UInt8]) -> Bool {
        guard let first = String(validating: bytes, as: UTF8.self)?.unicodeScalars.first else {
            return false
        }
        switch first.properties.generalCategory {
        case .otherPunctuation, .closePunctuation, .finalPunctuation, .dashPunctuation: return true
        default: return false
        }
    }
}

/// Turns text into tokens as Whisper's own tokenizer does, by byte pair encoding. The number of a token is its rank:
/// the two neighbouring parts whose joined token has the lowest number are joined first. (whisper.cpp's
/// `whisper_tokenize` takes the longest token instead, which yields other tokens than in the model's training.)
struct TokenEncoder {
    private let numbers: [[UInt8]: Int32]

    /// - Parameter tokens: bytes of the text tokens, in the order of their numbers.
    init(_ tokens: [[UInt8]]) {
        var numbers: [[UInt8]: Int32] = [:]
        for (number, bytes) in tokens.enumerated() where !bytes.isEmpty && numbers[bytes] == nil {
            numbers[bytes] = Int32(number)
        }
        self.numbers = numbers
    }

    /// Empty if a byte of the text has no token.
    func tokens(of text: String) -> [Int32] {
        let pieces = text.matches(
            of: /'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+/
                .matchingSemantics(.unicodeScalar))
        let parts = pieces.map { joined(text[$0.range].utf8.map { [$0] }) }
        let tokens = parts.flatMap { $0.map { numbers[$0] } }
        return tokens.contains(nil) ? [] : tokens.compactMap { $0 }
    }

    private func joined(_ bytes: [[UInt8]]) -> [[UInt8]] {
        var parts = bytes
        while true {
            let ranks = zip(parts, parts.dropFirst()).map { numbers[$0 + $1] ?? .max }
            guard let best = ranks.indices.min(by: { ranks[$0] < ranks[$1] }), ranks[best] < .max else {
                return parts
            }
            parts.replaceSubrange(best...best + 1, with: [parts[best] + parts[best + 1]])
        }
    }
}
