import Foundation
import Testing

/// What other files may use is explained where it is declared.
struct DocumentationTests {
    private static let sources = SourceTree.swiftFiles("Sources")

    /// Names that a protocol of the project declares: a type that implements them inherits their explanation. Those
    /// that protocols of the language declare are explained there.
    private static let requirements = Set(sources.flatMap(\.protocolRequirements))
        .union(["description", "unownedExecutor", "enqueue", "id", "run", "body"])

    @Test(arguments: sources)
    func everyPublicDeclarationIsExplained(file: SourceFile) {
        let silent = file.publicDeclarations.filter { !$0.isExplained && !Self.requirements.contains($0.name) }
        #expect(silent.map { "\(file.path):\($0.line): \($0.text)" } == [])
    }

    @Test(arguments: sources.filter { $0.name != "main.swift" })
    func everyFileSaysWhatItIsFor(file: SourceFile) {
        #expect(file.lines.contains { $0.contains("///") })
    }
}

/// A declaration that other targets can see.
private struct Declaration {
    let name: String
    let line: Int
    let text: String
    let isExplained: Bool
}

extension SourceFile {
    fileprivate var publicDeclarations: [Declaration] {
        let pattern =
            #/
            ^\s*(?:@\w+(?:\([^)]*\))?\s)*public\s
            (?:(?:private\(set\)|static|final|mutating|nonisolated|indirect|lazy|weak|override|consuming)\s)*
            (?:func|var|let|struct|class|enum|protocol|actor|typealias|subscript)\s?`?([^\s(:<={`]*)
            /#
        return code.enumerated().compactMap { index, line in
            guard let match = line.firstMatch(of: pattern) else {
                return nil
            }
            let text = lines[index].trimmingCharacters(in: .whitespaces)
            return Declaration(
                name: String(match.1), line: index + 1, text: text, isExplained: isExplained(before: index))
        }
    }

    /// The line above it, attributes skipped, is a documentation comment.
    private func isExplained(before index: Int) -> Bool {
        let above = lines[..<index].reversed().first {
            !$0.trimmingCharacters(in: .whitespaces).hasPrefix("@")
        }
        return above?.trimmingCharacters(in: .whitespaces).hasPrefix("///") ?? false
    }

    /// Names of the members that the protocols of this file ask for.
    fileprivate var protocolRequirements: [String] {
        var names: [String] = []
        var depth = 0
        var isProtocol = false
        for line in code {
            if depth == 0 {
                isProtocol = line.contains(/\bprotocol \w+/)
            } else if isProtocol, let match = line.firstMatch(of: /\b(?:func|var) `?(\w+)/) {
                names.append(String(match.1))
            }
            depth += line.count(where: { $0 == "{" }) - line.count(where: { $0 == "}" })
        }
        return names
    }
}
