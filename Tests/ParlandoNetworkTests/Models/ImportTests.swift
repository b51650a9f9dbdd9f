import ParlandoCore
import ParlandoNetwork
import ParlandoTestSupport
import Testing

@Suite struct ImportTests {
    private func failure(_ bench: Bench, from path: String) async -> ModelError.Kind? {
        do {
            for try await _ in bench.store().importModel(bench.model, from: path) {}
            return nil
        } catch {
            return (error as? ModelError)?.kind
        }
    }

    @Test func aRightFileIsCopied() async throws {
        let bench = try Bench(count: 1_000_000)
        let source = try TemporaryFolder()
        try source.write(bench.content, to: "download")
        var fractions: [Double] = []
        for try await event in bench.store().importModel(bench.model, from: source.file("download")) {
            if case .verifying(let fraction) = event {
                fractions.append(fraction)
            }
        }
        #expect(fractions == fractions.sorted())
        #expect(fractions.last == 1)
        #expect(bench.folder.names == [bench.model.fileName])
        #expect(bench.folder.bytes(of: bench.model.fileName) == bench.content)
        #expect(source.names == ["download"])
    }

    @Test func aWrongFileLeavesTheRightOneAlone() async throws {
        let bench = try Bench()
        try bench.folder.write(bench.content, to: bench.model.fileName)
        let source = try TemporaryFolder()
        try source.write([0] + bench.content.dropFirst(), to: "wrong")
        try source.write([1, 2, 3], to: "short")
        #expect(await failure(bench, from: source.file("wrong")) == .notThisModel)
        #expect(await failure(bench, from: source.file("short")) == .notThisModel)
        #expect(await failure(bench, from: source.file("missing")) == .notPresent)
        #expect(await failure(bench, from: source.path) == .notPresent)
        #expect(bench.folder.names == [bench.model.fileName])
        #expect(bench.folder.bytes(of: bench.model.fileName) == bench.content)
    }
}
