import Testing

/// The catalogues of translations.
struct TranslationTests {
    private static let catalogues = SourceTree.files(in: "po").filter { $0.hasSuffix(".po") }

    @Test(arguments: catalogues)
    func aCatalogueIsWellFormed(path: String) throws {
        let check = try Command.run("msgfmt", "--check", "--output-file=/dev/null", path)
        #expect(check.status == 0, "\(check.output)")
    }

    @Test(arguments: catalogues)
    func aCatalogueIsComplete(path: String) throws {
        #expect(try Command.run("msgattrib", "--untranslated", "--no-obsolete", path).output == "")
        #expect(try Command.run("msgattrib", "--only-fuzzy", "--no-obsolete", path).output == "")
    }
}
