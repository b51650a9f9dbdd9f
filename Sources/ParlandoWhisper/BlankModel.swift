import Foundation
import ParlandoCore

/// A model file whose weights are all zero. Decoding with it takes exactly as much computation as with a real model of
/// its shape, so the speed of a machine can be measured before a model has been downloaded. The file is temporary and
/// has no name in any folder. It takes hardly any disk space, because only the bytes between the weights are written.
/// It is deleted with this object.
final class BlankModel {
    private let descriptor: Int32
    private let shape: ModelShape
    private var isWhole = true
    private var position = 0

    /// Number of mel bands, and of the FFT bins from which they are computed.
    private static let filters: (bands: Int, bins: Int) = (80, 201)
    /// Maximum number of tokens in the decoder's context.
    private static let textLength = 448
    /// Width of an attention head in every Whisper model.
    private static let headWidth = 64

    /// Writes the temporary model file. Returns nil if the file cannot be written.
    init?(_ shape: ModelShape) {
        var name = Array((FileManager.default.temporaryDirectory.path + "/parlando-XXXXXX").utf8CString)
        descriptor = mkstemp(&name)
        self.shape = shape
        guard descriptor >= 0 else {
            return nil
        }
        unlink(name)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        write()
        guard isWhole, ftruncate(descriptor, position) == 0 else {
            return nil
        }
    }

    deinit {
        if descriptor >= 0 {
            close(descriptor)
        }
    }

    /// Loads the model file into memory. The file can be deleted afterwards.
    func load() throws(RecognitionError) -> WhisperContext {
        // The file can be opened by this path as long as the descriptor is open.
        defer { withExtendedLifetime(self) {} }
        return try WhisperContext(path: "/proc/self/fd/\(descriptor)") { _ in }
    }

    /// Disk space that the file takes, in bytes.
    var bytesOnDisk: Int {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_blocks) * 512 : 0
    }

    // MARK: The layout that `whisper_model_load` reads

    private func write() {
        let (width, heads) = (shape.width, max(1, shape.width / Self.headWidth))
        put([
            0x6767_6d6c, ModelShape.vocabulary, ModelShape.frames, width, heads, shape.encoderLayers,
            Self.textLength, width, heads, shape.decoderLayers, Self.filters.bands, Format.half.rawValue,
            Self.filters.bands, Self.filters.bins,
        ])
        skip(Self.filters.bands * Self.filters.bins * 4)
        // whisper.cpp makes up the names of tokens that have none.
        put([0])
        writeEncoder()
        writeDecoder()
    }

    private func writeEncoder() {
        let width = shape.width
        tensor("encoder.positional_embedding", [width, ModelShape.frames], .single)
        tensor("encoder.conv1.weight", [3, Self.filters.bands, width])
        tensor("encoder.conv1.bias", [1, width], .single)
        tensor("encoder.conv2.weight", [3, width, width])
        tensor("encoder.conv2.bias", [1, width], .single)
        norm("encoder.ln_post")
        for layer in 0..<shape.encoderLayers {
            let block = "encoder.blocks.\(layer)."
            attention(block + "attn")
            feedForward(block)
        }
    }

    private func writeDecoder() {
        let width = shape.width
        tensor("decoder.positional_embedding", [width, Self.textLength], .single)
        tensor("decoder.token_embedding.weight", [width, ModelShape.vocabulary])
        norm("decoder.ln")
        for layer in 0..<shape.decoderLayers {
            let block = "decoder.blocks.\(layer)."
            attention(block + "attn")
            attention(block + "cross_attn")
            feedForward(block)
        }
    }

    private func attention(_ name: String) {
        norm(name + "_ln")
        for part in ["query", "key", "value", "out"] {
            tensor("\(name).\(part).weight", [shape.width, shape.width])
            if part != "key" {
                tensor("\(name).\(part).bias", [shape.width], .single)
            }
        }
    }

    private func feedForward(_ block: String) {
        norm(block + "mlp_ln")
        tensor(block + "mlp.0.weight", [shape.width, 4 * shape.width])
        tensor(block + "mlp.0.bias", [4 * shape.width], .single)
        tensor(block + "mlp.2.weight", [4 * shape.width, shape.width])
        tensor(block + "mlp.2.bias", [shape.width], .single)
    }

    private func norm(_ name: String) {
        tensor(name + ".weight", [shape.width], .single)
        tensor(name + ".bias", [shape.width], .single)
    }

    /// Number formats of tensors, with the values of `ggml_type` in ggml.h.
    private enum Format: Int {
        case single = 0
        case half = 1
    }

    private func tensor(_ name: String, _ sizes: [Int], _ format: Format = .half) {
        put([sizes.count, name.utf8.count, format.rawValue] + sizes)
        put(Array(name.utf8))
        skip(sizes.reduce(1, *) * (format == .half ? 2 : 4))
    }

    // MARK: Bytes

    private func put(_ numbers: [Int]) {
        put(numbers.flatMap { number in withUnsafeBytes(of: Int32(number).littleEndian) { [UInt8]($0) } })
    }

    private func put(_ bytes: [UInt8]) {
        isWhole = isWhole && pwrite(descriptor, bytes, bytes.count, position) == bytes.count
        position += bytes.count
    }

    private func skip(_ count: Int) {
        position += count
    }
}
