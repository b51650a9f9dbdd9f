import Foundation
import ParlandoCore
import Testing

@testable import ParlandoWhisper

@Suite struct BFloat16WeightsTests {
    /// A model of one matrix, one vector and one kernel, each with the same six numbers of half precision.
    private struct Model {
        var bytes = Data()
        var type = 0
        var matrix = 0..<0
        /// Where a tensor begins or the file ends: nobody can tell that more followed. whisper.cpp counts the tensors.
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

        /// What whisper.cpp reads: the whole file in one piece, or nil where it is read as it is.
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
