import Testing

/// What the program must not contain, wherever it stands.
struct ForbiddenCodeTests {
    private static let views = SourceTree.sources.filter { $0.target == "ParlandoGtk" }

    @Test(arguments: SourceTree.sources)
    func nothingIsForced(file: SourceFile) {
        #expect(file.places(/\btry!/).isEmpty)
        #expect(file.places(/\bas!/).isEmpty)
        // A value unwrapped or declared so: `x!`, `f()!`, `a[0]!`, `var x: T!`.
        #expect(file.places(/[\w)\]}>"]!(?!=)/).isEmpty)
    }

    @Test(arguments: SourceTree.sources)
    func nothingEndsTheProgramOnPurpose(file: SourceFile) {
        #expect(file.places(/\b(fatalError|preconditionFailure|assertionFailure|precondition|assert)\(/).isEmpty)
        #expect(file.places(/^\s*(abort|_exit)\(\)/).isEmpty)
    }

    @Test(arguments: SourceTree.sources)
    func nothingIsShared(file: SourceFile) {
        #expect(file.places(/\bstatic (let|var) (shared|default|standard|instance)\b/).isEmpty)
        #expect(file.places(/\bNotificationCenter\b|\bimport Combine\b/).isEmpty)
    }

    /// Foundation ends the program with some texts of brackets; one file keeps them from it.
    @Test(arguments: SourceTree.sources)
    func oneFileReadsJSON(file: SourceFile) {
        let calls = file.places(/\bJSONDecoder\(\)|\bJSONSerialization\.jsonObject\(/)
        #expect(calls.isEmpty || file.name == "OutsideJSON.swift")
    }

    @Test(arguments: SourceTree.sources)
    func nothingIsLeftForLater(file: SourceFile) {
        let marks = ["TODO", "FIXME", "XXX", "HACK"]
        let suspects = file.lines.filter { line in marks.contains { line.contains($0) } }
        let notes = suspects.filter { $0.contains(/\b(TODO|FIXME|XXX|HACK)\b/) }
        #expect(notes.isEmpty)
    }

    @Test(arguments: SourceTree.sources)
    func promisesToTheCompilerGiveTheirReason(file: SourceFile) {
        let promises = ["@unchecked Sendable", "nonisolated(unsafe)"]
        for (index, line) in file.code.enumerated() where promises.contains(where: { line.contains($0) }) {
            let near = file.lines[max(0, index - 8)...index].joined(separator: "\n")
            #expect(near.contains("//"), "\(file.path):\(index + 1) says nothing of why this is safe")
        }
    }

    @Test(arguments: SourceTree.sources)
    func classesAreFinal(file: SourceFile) {
        #expect(file.places(/^\s*(@\w+(\(.*\))? )*(public |package |private |fileprivate )?class \w+/).isEmpty)
    }

    /// Which sentence is shown is decided by a presenter: a view has only labels that are always the same.
    @Test(arguments: views)
    func viewsChooseNoSentence(file: SourceFile) {
        #expect(file.places(/\?\s*trc?n?\(|\bcase \.[^"]*: (return )?trc?n?\(/).isEmpty)
        // A sentence that is put together from others.
        #expect(file.places(/\.(text|label|accuracy|note|status|title)\b[^(]* \+ "[ ,·]/).isEmpty)
    }

    @Test(arguments: views)
    func viewsOwnNoWords(file: SourceFile) {
        // Letters in a literal that goes into a label, a title or a tooltip; `tr(…)` makes it a translated text.
        let call =
            #/
            \b(gtk|adw)_\w*(label|title|text|tooltip|markup|heading|body|placeholder|description)\w*\([^"]*"[^"]*a
            /#
        let argument = /\b(label|title|subtitle|text|tooltip|heading|body|placeholder|description): ?"[^"]*a/
        let found = (file.places(call) + file.places(argument)).filter { !$0.contains("tr(") && !$0.contains("icon") }
        #expect(found.isEmpty)
    }

    /// Where a text is read as markup, `&` and `<` in a name would leave the widget blank.
    @Test(arguments: views.filter { !$0.path.hasSuffix("/Kit/Markup.swift") })
    func oneFileMakesAllTextsThatAreMarkup(file: SourceFile) {
        let call =
            #/
            \b(adw_toast_(new|set_title)|adw_preferences_row_set_(title|use_markup)|adw_action_row_set_subtitle
            |adw_preferences_group_set_(title|description)|adw_status_page_set_description|gtk_\w*_set_\w*markup
            |adw_expander_row_set_subtitle|adw_message_dialog_set_(heading|body)_use_markup)\(
            /#
        #expect(file.places(call).isEmpty)
    }
}
