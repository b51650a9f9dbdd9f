import Foundation

/// Converts the half-precision matrices of a model file to bfloat16 while they are read.
///
/// Some processors multiply bfloat16 numbers (8 bits of exponent, 7 of fraction) directly (Intel, "BFLOAT16 – Hardware
/// Numerics Definition", 2018), and whisper.cpp has kernels for that. Its kernels for half precision convert each
/// number to 32 bits first. Both formats take two bytes, so that every number keeps its position in the file. Apart
/// from the numbers, only the fields that name the format change.
struct BFloat16Weights {
    private typealias Field = (position: Int, value: Int32)

    private var fields: [Field] = []
    /// Ranges of the matrices in the file, in order.
    private var matrices: [Range<Int>] = []

    /// Locates the matrices to convert in a model file. Returns nil if the file is not a complete model with
    /// half-precision matrices; the caller then reads the file without conversion.
    init?(path: String) {
        guard let file = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped) else {
            return nil
        }
        guard file.withUnsafeBytes({ findMatrices(in: $0) }) else {
            return nil
        }
    }

    /// Converts the matrices in `bytes` to bfloat16 in place. The bytes were read from `position` in the file. Each
    /// tensor must be read in one piece, because a matrix that is only partly in `bytes` is not converted.
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

    /// Locates the matrices in a model file. Returns false if the file's layout is not the one that
    /// `whisper_model_load` reads.
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

    /// Records one tensor and returns the position of the next; nil if the layout is invalid.
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
        // The kernels of the convolutions, which have three dimensions, are not converted.
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

    /// The nearest bfloat16 number for each half-precision number, with ties rounded to even.
    private static let table: [UInt16] = (0...UInt16.max).map { half in
        let exact = single(half).bitPattern
        return UInt16(truncatingIfNeeded: (exact + 0x7fff + (exact >> 16 & 1)) >> 16)
    }

    /// Returns the value of a half-precision number (IEEE 754-2019, binary16).
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
