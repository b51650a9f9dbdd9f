import Foundation
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

    @Test(arguments: [1: "секунду", 2: "секунды", 5: "секунд", 11: "секунд", 21: "секунду", 104: "секунды"])
    func russianCountsAsRussiansDo(count: Int, seconds: String) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "parlando-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let messages = folder.appending(path: "ru/LC_MESSAGES")
        try FileManager.default.createDirectory(at: messages, withIntermediateDirectories: true)
        let made = try Command.run("msgfmt", "po/ru.po", "-o", messages.appending(path: "parlando.mo").path)
        #expect(made.status == 0, "\(made.output)")
        let said = try Command.run(
            "env", "LC_ALL=C.UTF-8", "LANGUAGE=ru", "TEXTDOMAINDIR=\(folder.path)", "ngettext", "parlando",
            "Retrying in {count} second.", "Retrying in {count} seconds.", "\(count)")
        #expect(said.output == "Повтор через {count} \(seconds).")
    }
}
