import Testing

@testable import ParlandoCore

@Suite struct OnnxMetadataTests {
    /// A network as short as one can be: a version (field 1), a graph (field 7) with an input (field 11) and an output
    /// (field 12), and a list of operators (field 8).
    private static let network: [UInt8] = [0x08, 0x08, 0x3A, 0x04, 0x5A, 0, 0x62, 0, 0x42, 0x02, 8, 9]

    private func ends(_ bytes: [UInt8], size: Int? = nil) -> [Int]? {
        OnnxMetadata.ends(size: Int64(size ?? bytes.count)) { Array(bytes.dropFirst(Int($0)).prefix($1)) }
            .map { [$0.inputs, $0.outputs] }
    }

    private func isWhole(_ bytes: [UInt8], size: Int? = nil) -> Bool {
        ends(bytes, size: size) == [1, 1]
    }

    @Test func eachPairIsAFieldWithAKeyAndAValue() {
        #expect(OnnxMetadata.bytes([("a", "xyz")]) == [0x72, 8, 0x0A, 1, 97, 0x12, 3, 120, 121, 122])
        let long = String(repeating: "x", count: 200)
        let bytes = OnnxMetadata.bytes([("k", long)])
        #expect(Array(bytes.prefix(4)) == [0x72, 0xCE, 0x01, 0x0A])
        #expect(bytes.count == 3 + 0xCE)
    }

    @Test func aNetworkIsWholeWithAndWithoutMetadata() {
        #expect(isWhole(Self.network))
        #expect(isWhole(Self.network + OnnxMetadata.bytes([("model_type", "vits"), ("sample_rate", "22050")])))
    }

    @Test func aNetworkThatWasCutOffIsNotWhole() {
        let whole = Self.network + OnnxMetadata.bytes([("model_type", "vits")])
        // Where a field ends, a shorter message ends too; only one with the graph is a network.
        let ends: Set = [Self.network.count - 4, Self.network.count, whole.count]
        for count in 0...whole.count {
            #expect(isWhole(Array(whole.prefix(count))) == (ends.contains(count)), "\(count)")
        }
    }

    @Test(
        arguments: [
            [], [0], [0xFF], [UInt8](repeating: 0xFF, count: 100), Array("{}".utf8), Array("RIFF1234WAVE".utf8),
            [0x3A, 0], [0x3A, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01],
            [0x3A, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F], [0x3B, 1],
        ] as [[UInt8]])
    func somethingElseIsNoNetwork(bytes: [UInt8]) {
        #expect(!isWhole(bytes))
        #expect(!isWhole(bytes, size: bytes.count + 1_000_000))
    }

    @Test func inputsAndOutputsAreCounted() {
        // A graph with a name (field 2), two inputs (field 11) and an output (field 12).
        let graph: [UInt8] = [0x12, 1, 0x67, 0x5A, 2, 0x0A, 0, 0x5A, 0, 0x62, 2, 0x0A, 0]
        #expect(ends([0x3A, UInt8(graph.count)] + graph + OnnxMetadata.bytes([("a", "b")])) == [2, 1])
        #expect(ends([0x08, 8]) == [0, 0])
        #expect(ends([0x3A, 3, 0x5A, 9, 1]) == nil)
        #expect(ends([0x3A, 200]) == nil)
    }

    @Test func theMetadataOfANetworkIsFoundWhereverItIs() {
        let own = OnnxMetadata.bytes([("add_blank", "-1")])
        func places(_ bytes: [UInt8]) -> [Range<Int64>]? {
            OnnxMetadata.places(size: Int64(bytes.count)) { Array(bytes.dropFirst(Int($0)).prefix($1)) }
        }
        #expect(places(Self.network) == [])
        let between = Array(Self.network.prefix(2)) + own + Self.network.dropFirst(2) + own
        let count = Int64(own.count)
        #expect(places(between) == [2..<2 + count, Int64(between.count) - count..<Int64(between.count)])
        // Inside of the network is no metadata.
        #expect(places([0x3A, UInt8(own.count)] + own) == [])
        #expect(places(own + [0x3A]) == nil)
        // Bytes that are no metadata for this reader, and would be some for one that reads 32 bits of a tag.
        #expect(places([0xF2, 0x80, 0x80, 0x80, 0x10, 0]) == nil)
        #expect(places([0xF2, 0x80, 0x80, 0x80, 0x80, 0, 0]) == nil)
        // A tag may be longer than it needs to be.
        #expect(places([0xF2, 0x80, 0, 1, 7]) == [0..<5])
    }
}
