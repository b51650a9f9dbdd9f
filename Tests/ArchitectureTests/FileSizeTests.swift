import Testing

/// Files that can be read in one sitting.
struct FileSizeTests {
    private static let files = SourceTree.sources + SourceTree.tests

    @Test(arguments: files)
    func noFileHasMoreThanSixHundredLines(file: SourceFile) {
        #expect(file.lines.count <= 600)
    }

    private static let scripts = ["scripts", "bench"].flatMap(SourceTree.files)

    @Test(arguments: scripts + SourceTree.files(in: "Sources").filter { $0.hasSuffix(".c") })
    func noScriptOrCFileHasMoreThanSixHundredLines(path: String) {
        let lines = SourceTree.text(path)?.split(separator: "\n", omittingEmptySubsequences: false).count ?? 0
        #expect(lines <= 600)
    }
}
