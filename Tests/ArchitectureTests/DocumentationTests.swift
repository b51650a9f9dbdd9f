import Testing

/// Who meets a protocol, an actor or a class of another layer is told what it is for, unless it draws a state.
struct DocumentationTests {
    @Test(arguments: SourceTree.sources)
    func whatOtherLayersHoldIsExplained(file: SourceFile) {
        let pattern = /^(?:@\w+\s)*public\s(?:final\s)?(?:protocol|actor|class)\s(?!\w+View:)/
        let silent = file.code.indices.filter { index in
            let above = file.lines[..<index].last { !$0.hasPrefix("@") } ?? ""
            return file.code[index].contains(pattern) && !above.hasPrefix("///")
        }
        #expect(silent.map { "\(file.path):\($0 + 1)" } == [])
    }
}
