import CWhisper
import Foundation
import ParlandoCore

/// Reads a model file for whisper.cpp in chunks, to report the progress of loading.
final class WeightsReader {
    private let descriptor: Int32
    private let total: Int64
    private let advance: (Double) -> Void
    private let bfloat16: BFloat16Weights?
    private var position: Int64 = 0
    private var told = 0.0
    private var isAtEnd = false

    /// "ggml", at the beginning of every model file.
    private static let magic: UInt32 = 0x6767_6d6c

    /// - Parameter asBFloat16: whether half-precision matrices are converted.
    init(path: String, asBFloat16: Bool, advance: @escaping (Double) -> Void) throws(RecognitionError) {
        bfloat16 = asBFloat16 ? BFloat16Weights(path: path) : nil
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw RecognitionError(.modelMissing, detail: String(cString: strerror(errno)))
        }
        self.advance = advance
        var status = stat()
        fstat(descriptor, &status)
        total = Int64(status.st_size)
        var magic: UInt32 = 0
        guard pread(descriptor, &magic, 4, 0) == 4, UInt32(littleEndian: magic) == Self.magic else {
            // All properties are initialised, so the deinitialiser closes the file.
            throw RecognitionError(.modelCorrupt, detail: "wrong magic")
        }
        let file = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
        guard file?.withUnsafeBytes(WeightsLayout.hasWeights) == true else {
            throw RecognitionError(.modelCorrupt, detail: "no weights")
        }
    }

    deinit {
        close(descriptor)
    }

    /// whisper.cpp reads the file through it. The reader must outlive the loading of the model.
    var loader: whisper_model_loader {
        whisper_model_loader(
            context: Unmanaged.passUnretained(self).toOpaque(),
            read: { context, output, count in
                guard let context, let output else {
                    return 0
                }
                return Unmanaged<WeightsReader>.fromOpaque(context).takeUnretainedValue().read(output, count)
            },
            eof: { context in
                guard let context else {
                    return true
                }
                return Unmanaged<WeightsReader>.fromOpaque(context).takeUnretainedValue().isAtEnd
            },
            close: { _ in })
    }

    private func read(_ output: UnsafeMutableRawPointer, _ count: Int) -> Int {
        let start = Int(position)
        var done = 0
        while done < count {
            // In chunks, because the largest tensor is half of the file.
            let got = Glibc.read(descriptor, output + done, min(count - done, 1 << 20))
            if got < 0, errno == EINTR {
                continue
            }
            guard got > 0 else {
                isAtEnd = true
                // Bytes beyond the end must not be undefined.
                memset(output + done, 0, count - done)
                break
            }
            done += got
            tell(got)
        }
        bfloat16?.convert(UnsafeMutableRawBufferPointer(start: output, count: done), at: start)
        return done
    }

    private func tell(_ count: Int) {
        position += Int64(count)
        let fraction = total > 0 ? Double(position) / Double(total) : 1
        if fraction - told >= 0.01 || position == total {
            told = fraction
            advance(fraction)
        }
    }
}

/// Finds the fields before the weights in a model file, in the order of `whisper_model_load`: the magic number, ten
/// sizes, the format, the mel filters and the vocabulary.
enum WeightsLayout {
    /// Of the number format, in bytes.
    static let formatPosition = 44
    private static let filterPosition = 48
    /// No model has more mel bands, but a damaged file may contain any number.
    private static let mostBands = 1 << 12
    /// Of each of the ten sizes. The largest in a real model is its number of tokens, about 52 000.
    private static let largest = 1 << 16
    /// Bytes of a tensor's first three fields.
    private static let tensorHead = 12

    /// Whether a model file is long enough for the sizes in its header and has at least one tensor.
    ///
    /// whisper.cpp takes a file that ends before the first tensor for an "empty model for testing" whose weights are
    /// whatever the memory contains. If the sizes are zero, it frees pointers that it never set (`whisper_free_state`
    /// after a failure in `whisper_init_state`).
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

    /// Nil if the file ends before it or has another layout.
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

    /// Nil if the 32-bit integer is negative or beyond the end.
    static func number(in file: UnsafeRawBufferPointer, at position: Int) -> Int? {
        guard position >= 0, position + 4 <= file.count else {
            return nil
        }
        let value = Int32(littleEndian: file.loadUnaligned(fromByteOffset: position, as: Int32.self))
        return value >= 0 ? Int(value) : nil
    }
}

/// Converts the half-precision matrices of a model file to bfloat16 while they are read.
///
/// Some processors multiply bfloat16 numbers (8 bits of exponent, 7 of fraction) directly (Intel, "BFLOAT16 – Hardware
/// Numerics Definition", 2018), and whisper.cpp has kernels for that. Both formats take two bytes, so only the numbers
/// and the fields that name the format change.
struct BFloat16Weights {
    private typealias Field = (position: Int, value: Int32)

    private var fields: [Field] = []
    /// In the file, in order.
    private var matrices: [Range<Int>] = []

    /// Nil if the file is not a complete model with half-precision matrices.
    init?(path: String) {
        guard let file = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped) else {
            return nil
        }
        guard file.withUnsafeBytes({ findMatrices(in: $0) }) else {
            return nil
        }
    }

    /// Converts in place what was read from `position` on. Each tensor must be read in one piece: a matrix that is only
    /// partly in `bytes` is not converted.
    func convert(_ bytes: UnsafeMutableRawBufferPointer, at position: Int) {
        let read = position..<position + bytes.count
        for field in fields where read.lowerBound <= field.position && field.position + 4 <= read.upperBound {
            bytes.storeBytes(of: field.value.littleEndian, toByteOffset: field.position - position, as: Int32.self)
        }
        for matrix in matrices where read.lowerBound <= matrix.lowerBound && matrix.upperBound <= read.upperBound {
            let numbers = matrix.lowerBound - position..<matrix.upperBound - position
            Self.convert(UnsafeMutableRawBufferPointer(rebasing: bytes[numbers]))
        }
    }

    private static func convert(_ numbers: UnsafeMutableRawBufferPointer) {
        table.withUnsafeBufferPointer { table in
            for offset in stride(from: 0, to: numbers.count, by: 2) {
                let half = UInt16(littleEndian: numbers.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
                numbers.storeBytes(of: table[Int(half)].littleEndian, toByteOffset: offset, as: UInt16.self)
            }
        }
    }

    /// Returns false if the layout is not the one that `whisper_model_load` reads.
    private mutating func findMatrices(in file: UnsafeRawBufferPointer) -> Bool {
        guard WeightsLayout.number(in: file, at: WeightsLayout.formatPosition) == Self.half,
            var position = WeightsLayout.firstTensor(in: file)
        else {
            return false
        }
        fields.append((WeightsLayout.formatPosition, Self.brainFile))
        while position < file.count {
            guard let next = findTensor(in: file, at: position) else {
                return false
            }
            position = next
        }
        return position == file.count
    }

    /// Returns the position of the next tensor; nil if the layout is invalid.
    private mutating func findTensor(in file: UnsafeRawBufferPointer, at position: Int) -> Int? {
        guard let dimensions = WeightsLayout.number(in: file, at: position), (1...4).contains(dimensions),
            let nameLength = WeightsLayout.number(in: file, at: position + 4),
            let type = WeightsLayout.number(in: file, at: position + 8), type == Self.single || type == Self.half
        else {
            return nil
        }
        var count = 1
        for index in 0..<dimensions {
            guard let size = WeightsLayout.number(in: file, at: position + 12 + 4 * index) else {
                return nil
            }
            let (product, isTooLarge) = count.multipliedReportingOverflow(by: size)
            guard !isTooLarge, product <= file.count else {
                return nil
            }
            count = product
        }
        let start = position + 12 + 4 * dimensions + nameLength
        let end = start + count * (type == Self.half ? 2 : 4)
        // The kernels of the convolutions, with three dimensions, stay.
        if type == Self.half, dimensions == 2, end <= file.count {
            fields.append((position + 8, Self.brain))
            matrices.append(start..<end)
        }
        return end
    }

    // Values of `ggml_type` and `ggml_ftype` in ggml.h.
    private static let single = 0
    private static let half = 1
    private static let brain: Int32 = 30
    private static let brainFile: Int32 = 24

    /// The nearest bfloat16 number, with ties to even.
    private static let table: [UInt16] = (0...UInt16.max).map { half in
        let exact = single(half).bitPattern
        return UInt16(truncatingIfNeeded: (exact + 0x7fff + (exact >> 16 & 1)) >> 16)
    }

    /// IEEE 754-2019, binary16.
    private static func single(_ half: UInt16) -> Float {
        let sign: Float = half >> 15 == 0 ? 1 : -1
        let exponent = Int(half >> 10 & 0x1f)
        let fraction = Float(half & 0x3ff)
        switch exponent {
        case 0: return sign * fraction * Float(sign: .plus, exponent: -24, significand: 1)
        case 0x1f: return fraction == 0 ? sign * .infinity : .nan
        default: return sign * (1024 + fraction) * Float(sign: .plus, exponent: exponent - 25, significand: 1)
        }
    }
}
