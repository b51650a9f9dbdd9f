import Foundation
import Testing

@testable import ParlandoWhisper

/// What is refused before whisper.cpp sees it.
@Suite struct WeightsLayoutTests {
    /// The sizes of a small model: tokens, then context, state, heads and layers of the encoder and of the decoder, and
    /// bands.
    private static let sizes: [Int32] = [3, 4, 8, 2, 1, 4, 8, 2, 1, 1]

    /// Returns a file of a small model without names of tensors: 2000 bytes of weights follow the vocabulary.
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
