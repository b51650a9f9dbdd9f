import CWhisper
import Foundation
import ParlandoCore
import ParlandoRecognition

/// A loaded Whisper model: a thin wrapper of whisper.h. Not thread-safe; every call may block.
final class WhisperContext {
    private let context: OpaquePointer
    let isMultilingual: Bool
    let endOfText: Int32
    private let vocabulary: Int
    /// Estimated processor time of all work so far, in seconds on one idle core of the reference machine
    /// (`DecodingCost`).
    private(set) var modelledSeconds = 0.0
    private let languageTokens: [(token: Int32, code: String)]

    /// Loads a model and reports the fraction of the file that was read, 0…1. Throws if the file is not a model.
    init(path: String, advance: @escaping (Double) -> Void) throws(RecognitionError) {
        Self.silence()
        try ProcessorKernels.load()
        let reader = try WeightsReader(path: path, asBFloat16: Self.multipliesBFloat16, advance: advance)
        var parameters = whisper_context_default_params()
        parameters.use_gpu = false
        // Flash attention halves the encoder's time and the memory.
        parameters.flash_attn = true
        var loader = reader.loader
        guard let context = whisper_init_with_params(&loader, parameters) else {
            throw RecognitionError(.modelCorrupt, detail: "whisper.cpp refused the file")
        }
        withExtendedLifetime(reader) {}
        self.context = context
        isMultilingual = whisper_is_multilingual(context) != 0
        endOfText = whisper_token_eot(context)
        vocabulary = Int(whisper_n_vocab(context))
        languageTokens = isMultilingual ? Self.languages(context) : []
    }

    deinit {
        whisper_free(context)
        Heap.giveBackFreedMemory()
    }

    private static func languages(_ context: OpaquePointer) -> [(token: Int32, code: String)] {
        (0...whisper_lang_max_id()).compactMap { id in
            whisper_lang_str(id).map { (whisper_token_lang(context, id), String(cString: $0)) }
        }
    }

    /// Whether whisper.cpp was built for a processor with bfloat16 multiplication.
    private static let multipliesBFloat16 = String(cString: whisper_print_system_info()).contains("AVX512_BF16 = 1")

    /// Turns off whisper.cpp's log, which goes to stderr by default.
    static func silence() {
        whisper_log_set({ _, _, _ in }, nil)
    }

    /// Runs the encoder on a window of samples (mono, 16 kHz). `contextLength` is the number of encoder frames, 20 ms
    /// each.
    func encode(_ samples: [Float], contextLength: Int, threads: Int32) throws(RecognitionError) {
        var parameters = whisper_full_default_params(WHISPER_SAMPLING_GREEDY)
        parameters.n_threads = threads
        parameters.audio_ctx = Int32(contextLength)
        parameters.print_progress = false
        parameters.no_context = true
        parameters.single_segment = true
        // Aborting before the encoder leaves the spectrogram computed and the context length set. whisper.h has no
        // other way to set the length for the low-level calls.
        parameters.encoder_begin_callback = { _, _, _ in false }
        _ = "en".withCString { language in
            parameters.language = language
            return samples.withUnsafeBufferPointer {
                whisper_full(context, parameters, $0.baseAddress, Int32($0.count))
            }
        }
        guard whisper_encode(context, 0, threads) == 0 else {
            throw RecognitionError(.engineFailed, detail: "encode")
        }
        modelledSeconds += DecodingCost.encoding(frames: contextLength)
    }

    /// Feeds tokens to the decoder at a position of its context, replacing everything from there on. Passes the
    /// resulting logits to `body` and returns what `body` returns.
    func decode<Result>(
        _ tokens: [Int32], at position: Int, threads: Int32, _ body: (Logits) throws -> Result
    ) throws -> Result {
        let first = try feed(tokens, at: position, threads: threads)
        return try body(Logits(first: first, rows: tokens.count, vocabulary: vocabulary))
    }

    /// Whether the logits of all fed tokens are accessible, not only those of the last token. Unmodified whisper.cpp
    /// returns only the last row; the build made by `scripts/setup` returns all rows. Must be read only after sound was
    /// encoded.
    private(set) lazy var givesAllLogits: Bool = {
        let probe = [startToken, noTimestampsToken]
        guard let first = try? feed(probe, at: 0, threads: 1) else {
            return false
        }
        // If whisper.cpp does not write the first row, the row keeps this value.
        first[0] = .nan
        return (try? feed(probe, at: 0, threads: 1)).map { !$0[0].isNaN } ?? false
    }()

    private func feed(_ tokens: [Int32], at position: Int, threads: Int32) throws -> UnsafeMutablePointer<Float> {
        guard whisper_decode(context, tokens, Int32(tokens.count), Int32(position), threads) == 0,
            let logits = whisper_get_logits(context)
        else {
            throw RecognitionError(.engineFailed, detail: "decode of \(tokens.count) at \(position)")
        }
        modelledSeconds += DecodingCost.decoding(tokens: tokens.count)
        return logits
    }

    /// Maximum number of tokens in the decoder's context, including those before the first word.
    var textLength: Int { Int(whisper_n_text_ctx(context)) }
    var startToken: Int32 { whisper_token_sot(context) }
    var transcribeToken: Int32 { whisper_token_transcribe(context) }
    var translateToken: Int32 { whisper_token_translate(context) }
    var noTimestampsToken: Int32 { whisper_token_not(context) }
    var noSpeechToken: Int32 { whisper_token_nosp(context) }

    func token(ofLanguage code: String) -> Int32? {
        languageTokens.first { $0.code == code }?.token
    }

    /// Returns the most probable of all languages, with its probability, from the logits after the start token. Returns
    /// nil with English-only models.
    func language(from logits: UnsafeBufferPointer<Float>) -> DetectedLanguage? {
        let scores = languageTokens.map { logits[Int($0.token)] }
        guard let best = scores.indices.max(by: { scores[$0] < scores[$1] }) else {
            return nil
        }
        let sum = scores.reduce(0.0) { $0 + exp(Double($1 - scores[best])) }
        return DetectedLanguage(code: languageTokens[best].code, probability: 1 / sum)
    }

    /// Converts text to tokens. Created at the first use, which takes about 10 ms.
    private(set) lazy var encoder = TokenEncoder((0..<endOfText).map { bytes(of: $0) })

    /// Returns the bytes of a token as UTF-8. A character may be divided among several tokens.
    func bytes(of token: Int32) -> [UInt8] {
        guard let text = whisper_token_to_str(context, token) else {
            return []
        }
        return Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
    }
}

/// The decoder's logits after each of several tokens that were fed together. Valid only inside the closure that
/// receives them.
struct Logits {
    fileprivate let first: UnsafeMutablePointer<Float>
    fileprivate let rows: Int
    fileprivate let vocabulary: Int

    /// Logits after the last token, shape `[vocabulary]`.
    var last: UnsafeBufferPointer<Float> {
        after(rows - 1)
    }

    /// Returns the logits after the fed token with this index, shape `[vocabulary]`. Undefined unless
    /// `WhisperContext.givesAllLogits` or the token is the last.
    func after(_ index: Int) -> UnsafeBufferPointer<Float> {
        UnsafeBufferPointer(start: first + index * vocabulary, count: vocabulary)
    }
}
