import Foundation
import Testing

/// The files of the project, as a clean clone has them.
enum SourceTree {
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Everything that is kept at the top; whatever else lies there is built, or should not be there.
    static let top = [
        "Sources", "Tests", "bench", "data", "po", "scripts", ".ci", "Package.swift", "meson.build",
        "meson_options.txt", "README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "TEST-PLAN.md", "COPYING",
        "THIRD-PARTY-NOTICES.md", ".gitignore", ".swift-format", ".editorconfig",
    ]

    static let sources = swiftFiles("Sources")
    static let tests = swiftFiles("Tests")

    /// Swift files below a folder, by path.
    private static func swiftFiles(_ folder: String) -> [SourceFile] {
        files(in: folder).filter { $0.hasSuffix(".swift") }.map(SourceFile.init)
    }

    /// Paths of all files below a folder or of the file itself, relative to the root and sorted.
    static func files(in path: String) -> [String] {
        let url = root.appending(path: path)
        guard let walk = FileManager.default.enumerator(atPath: url.path) else {
            return []
        }
        let below = walk.compactMap { $0 as? String }.filter { isFile(url.appending(path: $0)) }
        return isFile(url) ? [path] : below.map { path + "/" + $0 }.filter { !$0.contains("__pycache__") }.sorted()
    }

    /// The text of a file, nil for one that is no text.
    static func text(_ path: String) -> String? {
        try? String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    private static func isFile(_ url: URL) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && !isFolder.boolValue
    }
}

/// One Swift file.
struct SourceFile: CustomTestStringConvertible {
    let path: String
    let lines: [String]
    /// The same lines without comments, and with each letter of a string literal written as `a`, other signs as blanks.
    /// Nothing is looked for in a line of blanks only: it is empty.
    let code: [String]

    init(path: String) {
        let text = SourceTree.text(path) ?? ""
        self.path = path
        lines = text.components(separatedBy: "\n")
        code = SwiftCode.outline(of: text).components(separatedBy: "\n").map { line in
            line.utf8.allSatisfy { $0 == UInt8(ascii: " ") } ? "" : line
        }
    }

    var name: String {
        String(path.split(separator: "/").last ?? "")
    }

    /// The target the file belongs to: the folder below `Sources` or `Tests`.
    var target: String {
        path.split(separator: "/").dropFirst().first.map(String.init) ?? ""
    }

    var testDescription: String { path }

    /// Places where a pattern stands in the code, as `path:line: text`.
    func places(_ pattern: some RegexComponent) -> [String] {
        zip(code, lines).enumerated().compactMap { index, pair in
            pair.0.contains(pattern) ? "\(path):\(index + 1): \(pair.1.trimmingCharacters(in: .whitespaces))" : nil
        }
    }

    /// The modules it imports, and the line of each.
    var imports: [String] {
        let pattern =
            #/
            ^\s*(?:@\w+(?:\(\w+\))?\s+)*(?:(?:public|package|internal|private|fileprivate)\s)?import\s(?:\w+\s)?(\w+)
            /#
        return code.compactMap { $0.firstMatch(of: pattern).map { String($0.1) } }
    }
}
