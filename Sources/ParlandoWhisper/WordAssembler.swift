import ParlandoRecognition

/// Assembles words from tokens, which are byte strings. A leading space begins a word; in scripts without spaces, every
/// complete character is a word.
struct WordAssembler {
    private var words: [DecodedWord] = []
    /// For each word, the index of its first token among all tokens that were added.
    private(set) var starts: [Int] = []
    private var count = 0
    private var bytes: [UInt8] = []
    private var tokens: [Int32] = []
    private var lowest = 1.0
    private var isGlued = false
    private let continues: Bool

    /// - Parameter continues: whether words precede the first token. If so, a first token without a leading space
    ///   continues the last of them.
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
        // An uncertain choice between a comma and a full stop does not make the word uncertain.
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

    /// Returns whether a character is a word of its own. Chinese characters and Japanese kana are written without
    /// spaces.
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
