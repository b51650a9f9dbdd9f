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
    /// Of all work so far, in seconds on one idle core of the reference machine (`DecodingCost`).
    private(set) var modelledSeconds = 0.0
    private let languageTokens: [(token: Int32, code: String)]

    /// Reports the fraction of the file that was read, 0…1. Throws if the file is not a model.
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

    /// Whether whisper.cpp was built for such a processor.
    private static let multipliesBFloat16 = String(cString: whisper_print_system_info()).contains("AVX512_BF16 = 1")

    /// Turns off the log, which goes to stderr by default.
    static func silence() {
        whisper_log_set({ _, _, _ in }, nil)
    }

    /// Runs the encoder on mono samples at 16 kHz. `contextLength` is in encoder frames of 20 ms.
    func encode(_ samples: [Float], contextLength: Int, threads: Int32) throws(RecognitionError) {
        var parameters = whisper_full_default_params(WHISPER_SAMPLING_GREEDY)
        parameters.n_threads = threads
        parameters.audio_ctx = Int32(contextLength)
        parameters.print_progress = false
        parameters.no_context = true
        parameters.single_segment = true
        // Aborting before the encoder leaves the spectrogram computed and the context length set, which the low-level
        // calls cannot set.
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

    /// Feeds tokens to the decoder at a position of its context, replacing everything from there on.
    func decode<Result>(
        _ tokens: [Int32], at position: Int, threads: Int32, _ body: (Logits) throws -> Result
    ) throws -> Result {
        let first = try feed(tokens, at: position, threads: threads)
        return try body(Logits(first: first, rows: tokens.count, vocabulary: vocabulary))
    }

    /// Whether the logits of all fed tokens are accessible. Unmodified whisper.cpp returns only the last row; the build
    /// made by `scripts/setup` returns all. Must be read only after sound was encoded.
    private(set) lazy var givesAllLogits: Bool = {
        let probe = [startToken, noTimestampsToken]
        guard let first = try? feed(probe, at: 0, threads: 1) else {
            return false
        }
        // If whisper.cpp does not write the first row, it keeps this value.
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

    /// Tokens in the decoder's context.
    var textLength: Int { Int(whisper_n_text_ctx(context)) }
    var startToken: Int32 { whisper_token_sot(context) }
    var transcribeToken: Int32 { whisper_token_transcribe(context) }
    var translateToken: Int32 { whisper_token_translate(context) }
    var noTimestampsToken: Int32 { whisper_token_not(context) }
    var noSpeechToken: Int32 { whisper_token_nosp(context) }

    func token(ofLanguage code: String) -> Int32? {
        languageTokens.first { $0.code == code }?.token
    }

    /// The most probable language from the logits after the start token; nil with English-only models.
    func language(from logits: UnsafeBufferPointer<Float>) -> DetectedLanguage? {
        let scores = languageTokens.map { logits[Int($0.token)] }
        guard let best = scores.indices.max(by: { scores[$0] < scores[$1] }) else {
            return nil
        }
        let sum = scores.reduce(0.0) { $0 + exp(Double($1 - scores[best])) }
        return DetectedLanguage(code: languageTokens[best].code, probability: 1 / sum)
    }

    /// Created at the first use, which takes about 10 ms.
    private(set) lazy var encoder = TokenEncoder((0..<endOfText).map { bytes(of: $0) })

    /// UTF-8. A character may be divided among several tokens.
    func bytes(of token: Int32) -> [UInt8] {
        guard let text = whisper_token_to_str(context, token) else {
            return []
        }
        return Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
    }
}

/// The logits after each of several tokens that were fed together. Valid only inside the closure that receives them.
struct Logits {
    fileprivate let first: UnsafeMutablePointer<Float>
    fileprivate let rows: Int
    fileprivate let vocabulary: Int

    /// Shape `[vocabulary]`.
    var last: UnsafeBufferPointer<Float> {
        after(rows - 1)
    }

    /// Shape `[vocabulary]`. Undefined unless `WhisperContext.givesAllLogits` or the token is the last.
    func after(_ index: Int) -> UnsafeBufferPointer<Float> {
        UnsafeBufferPointer(start: first + index * vocabulary, count: vocabulary)
    }
}

/// Loads ggml's kernels for this processor. In a build for one processor they are linked in; a package for any has a
/// shared library for each kind, of which ggml loads the best.
enum ProcessorKernels {
    /// Must be called before any model is loaded; only the first call does any work. Thread-safe. Throws `engineFailed`
    /// if there are no kernels for this processor.
    static func load() throws(RecognitionError) {
        guard areThere else {
            throw RecognitionError(.engineFailed, detail: "no kernels of ggml for this processor")
        }
    }

    private static let areThere: Bool = {
        if ggml_backend_dev_count() == 0, let folder = folderOfLibrary() {
            // Without a folder, ggml would also load libraries from the current directory.
            ggml_backend_load_all_from_path(folder)
        }
        return ggml_backend_dev_by_type(GGML_BACKEND_DEVICE_TYPE_CPU) != nil
    }()

    /// Nil if ggml is linked in.
    private static func folderOfLibrary() -> String? {
        // In pieces, because files in /proc report no size and return at most a page at a time.
        guard let file = FileHandle(forReadingAtPath: "/proc/self/maps"), let maps = try? file.readToEnd() else {
            return nil
        }
        return folder(of: "libggml.so", inMaps: String(decoding: maps, as: UTF8.self))
    }

    /// - Parameters:
    ///   - library: beginning of the file's name.
    ///   - maps: text of `/proc/PID/maps`; see proc(5).
    static func folder(of library: String, inMaps maps: String) -> String? {
        for line in maps.split(separator: "\n") {
            let path = URL(filePath: String(line.drop { $0 != "/" }))
            if path.lastPathComponent.hasPrefix(library) {
                return path.deletingLastPathComponent().path
            }
        }
        return nil
    }
}
