/// Finds the fields before the weights in a model file, in the order in which `whisper_model_load` reads it: the magic
/// number, ten sizes, the format, the mel filters and the vocabulary.
enum WeightsLayout {
    /// Position in the file, in bytes, of the field that names the number format.
    static let formatPosition = 44
    private static let filterPosition = 48
    /// Maximum number of mel bands that is accepted. No model has more, but a damaged file may contain any number.
    private static let mostBands = 1 << 12
    /// Maximum accepted value of each of the ten sizes. The largest size in a real model is its number of tokens, about
    /// 52 000.
    private static let largest = 1 << 16
    /// Number of bytes of a tensor's first three fields.
    private static let tensorHead = 12

    /// Returns whether a model file is long enough for the sizes in its header and has at least one tensor.
    ///
    /// whisper.cpp must not be given any other file. It takes a file that ends before the first tensor for an "empty
    /// model for testing" whose weights are whatever the memory contains. If the sizes are zero, it frees pointers that
    /// it never set (`whisper_free_state` after a failure in `whisper_init_state`). whisper.cpp itself checks the
    /// number of tensors.
    static func hasWeights(_ file: UnsafeRawBufferPointer) -> Bool {
        let sizes = stride(from: 4, to: formatPosition, by: 4).compactMap { number(in: file, at: $0) }
        guard sizes.count == 10, sizes.allSatisfy({ (1...largest).contains($0) }),
            let first = firstTensor(in: file), first + tensorHead <= file.count
        else {
            return false
        }
        let (tokens, encoder, decoder) = (sizes[0], sizes[2], sizes[6])
        let weights = 12 * sizes[4] * encoder * encoder + 16 * sizes[8] * decoder * decoder + tokens * decoder
        // No format takes less than two bits for a weight.
        return weights / 4 <= file.count
    }

    /// Returns the position of the first tensor, in bytes; nil if the file ends before it or has another layout.
    static func firstTensor(in file: UnsafeRawBufferPointer) -> Int? {
        guard let bands = number(in: file, at: filterPosition), let bins = number(in: file, at: filterPosition + 4),
            max(bands, bins) <= mostBands
        else {
            return nil
        }
        let vocabulary = filterPosition + 8 + 4 * bands * bins
        guard let words = number(in: file, at: vocabulary), words <= file.count else {
            return nil
        }
        var position: Int? = vocabulary + 4
        for _ in 0..<words {
            position = position.flatMap { start in number(in: file, at: start).map { start + 4 + $0 } }
        }
        return position
    }

    /// Returns the 32-bit integer at a byte position of the file; nil if the integer is negative or beyond the end.
    static func number(in file: UnsafeRawBufferPointer, at position: Int) -> Int? {
        guard position >= 0, position + 4 <= file.count else {
            return nil
        }
        let value = Int32(littleEndian: file.loadUnaligned(fromByteOffset: position, as: Int32.self))
        return value >= 0 ? Int(value) : nil
    }
}
