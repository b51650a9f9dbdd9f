import Foundation
import ParlandoCore
import Testing

@testable import ParlandoWhisper

@Suite struct BFloat16WeightsTests {
    /// One matrix, one vector and one kernel, with the same six numbers.
    private struct Model {
        var bytes = Data()
        var type = 0
        var matrix = 0..<0
        /// Nobody can tell that more tensors followed; whisper.cpp counts them.
        var seams: Set<Int> = []

        static let halves: [UInt16] = [
            0x3c00,  // 1
            0xc248,  // −3.140625
            0x3c04,  // 1 + 4/1024: as near to 1 as to 1 + 1/128
            0x3c0c,  // 1 + 12/1024: as near to 1 + 1/128 as to 1 + 2/128
            0x0001,  // 2⁻²⁴, the least of all
            0x7bff,  // 65504, the greatest
        ]

        init() {
            append([0x6767_6d6c, 3, 0, 0, 0, 0, 0, 0, 0, 0, 2])
            type = bytes.count
            append([1, 2, 3])
            bytes.append(Data(count: 4 * 6))
            append([2, 1])
            bytes.append(Data("a".utf8))
            append([2])
            bytes.append(Data("bc".utf8))
            matrix = tensor("weight", [3, 2])
            tensor("bias", [6])
            tensor("kernel", [1, 3, 2])
            seams.insert(bytes.count)
        }

        private mutating func append(_ numbers: [Int32]) {
            for number in numbers {
                withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
            }
        }

        @discardableResult
        private mutating func tensor(_ name: String, _ sizes: [Int32]) -> Range<Int> {
            seams.insert(bytes.count)
            append([Int32(sizes.count), Int32(name.utf8.count), 1] + sizes)
            bytes.append(Data(name.utf8))
            let start = bytes.count
            for half in Self.halves {
                withUnsafeBytes(of: half.littleEndian) { bytes.append(contentsOf: $0) }
            }
            return start..<bytes.count
        }

        /// Nil if the file is read as it is.
        func converted() throws -> Data? {
            let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
            defer { try? FileManager.default.removeItem(atPath: path) }
            try bytes.write(to: URL(fileURLWithPath: path))
            guard let bfloat16 = BFloat16Weights(path: path) else {
                return nil
            }
            var copy = bytes
            copy.withUnsafeMutableBytes { bfloat16.convert($0, at: 0) }
            return copy
        }

        func number(in data: Data, at position: Int) -> Int32 {
            data.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: position, as: Int32.self) }
        }
    }

    @Test func eachNumberOfAMatrixBecomesTheNearestBFloat16() throws {
        let model = Model()
        let converted = try #require(try model.converted())
        let values = stride(from: model.matrix.lowerBound, to: model.matrix.upperBound, by: 2).map { position in
            let bits = converted.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: position, as: UInt16.self) }
            return Float(bitPattern: UInt32(bits) << 16)
        }
        #expect(values == [1, -3.140625, 1, 1 + 2 / 128, 0x1p-24, 65536])
    }

    @Test func theFieldsNameTheNewFormatAndAllElseStays() throws {
        let model = Model()
        var converted = try #require(try model.converted())
        // ggml.h: GGML_FTYPE_MOSTLY_BF16 and GGML_TYPE_BF16.
        let matrixType = model.matrix.lowerBound - "weight".utf8.count - 12
        #expect(model.number(in: converted, at: model.type) == 24)
        #expect(model.number(in: converted, at: matrixType) == 30)
        for range in [model.type..<model.type + 4, matrixType..<matrixType + 4, model.matrix] {
            converted.replaceSubrange(range, with: model.bytes[range])
        }
        #expect(converted == model.bytes)
    }

    @Test func aFileThatIsCutOffAnywhereIsReadAsItIs() throws {
        let whole = Model()
        for length in 0..<whole.bytes.count {
            var model = whole
            model.bytes = whole.bytes.prefix(length)
            #expect((try model.converted() != nil) == whole.seams.contains(length), "\(length) bytes")
        }
    }

    @Test(arguments: [0, 7, 24, -1]) func aModelOfAnotherPrecisionIsReadAsItIs(type: Int32) throws {
        var model = Model()
        withUnsafeBytes(of: type.littleEndian) { model.bytes.replaceSubrange(model.type..<model.type + 4, with: $0) }
        #expect(try model.converted() == nil)
    }

    @Test(arguments: [RealSpeech.files, RealSpeech.multilingualFiles])
    func thePublishedModelsAreKnown(files: ModelFiles) {
        #expect(BFloat16Weights(path: files.weights) != nil)
    }

    @Test func absurdNumbersInADamagedFileAreNoReasonToFail() throws {
        for position in stride(from: 0, to: Model().bytes.count - 4, by: 1) {
            var model = Model()
            model.bytes.replaceSubrange(position..<position + 4, with: [0xff, 0xff, 0xff, 0x7f])
            _ = try model.converted()
        }
    }
}

@Suite struct WeightsLayoutTests {
    /// Tokens, then context, state, heads and layers of encoder and decoder, and bands.
    private static let sizes: [Int32] = [3, 4, 8, 2, 1, 4, 8, 2, 1, 1]

    /// 2000 bytes of weights follow the vocabulary.
    private static func file(_ sizes: [Int32]) -> Data {
        var file = Data()
        for number in [0x6767_6d6c] + sizes + [1, 1, 2, 0, 0, 1, 1] {
            withUnsafeBytes(of: number.littleEndian) { file.append(contentsOf: $0) }
        }
        return file + Data("a".utf8) + Data(count: 2000)
    }

    private static func accepts(_ file: Data) -> Bool {
        file.withUnsafeBytes(WeightsLayout.hasWeights)
    }

    @Test func aWholeFileIsAccepted() {
        #expect(Self.accepts(Self.file(Self.sizes)))
    }

    @Test(arguments: 0..<10, [0, -1, 1 << 17, .max] as [Int32])
    func noSizeIsZeroOrBeyondAllModels(index: Int, size: Int32) {
        var sizes = Self.sizes
        sizes[index] = size
        #expect(!Self.accepts(Self.file(sizes)))
    }

    @Test(arguments: [2, 4, 6, 8])
    func theWeightsFitIntoTheFile(index: Int) {
        var sizes = Self.sizes
        sizes[index] = 1000
        #expect(!Self.accepts(Self.file(sizes)))
    }

    @Test func aFileThatEndsBeforeItsFirstTensorIsRefused() throws {
        let file = Self.file(Self.sizes)
        let first = try #require(file.withUnsafeBytes(WeightsLayout.firstTensor))
        #expect(first == file.count - 2000)
        for length in 0..<first + 12 {
            #expect(!Self.accepts(file.prefix(length)))
        }
    }
}
