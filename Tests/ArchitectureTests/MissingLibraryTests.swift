import Testing

/// Natural voices need a library that a distribution may not have.
struct MissingLibraryTests {
    private static let source = "Sources/CSherpaShim/CSherpaShim.cpp"

    /// Compiled as where the library's header is not installed, the code says so instead of failing.
    @Test func theProgramBuildsWithoutTheHeaderOfNaturalVoices() throws {
        let plain = try Command.run(
            "c++", "-fsyntax-only", "-Wall", "-Werror", "-Wno-unknown-pragmas", "-D_Nullable=",
            "-ISources/CSherpaShim/include", Self.source)
        #expect(plain == Command.Result(status: 0, output: ""))
    }

    @Test func nothingLinksTheLibrary() throws {
        let packages = SourceTree.text("Sources/CSherpa/module.modulemap") ?? ""
        #expect(packages.contains("CSherpa.h") && !packages.contains("link "))
        #expect(SourceTree.text("scripts/tools/obtain-sherpa")?.contains("\nLibs:\n") == true)
    }
}
