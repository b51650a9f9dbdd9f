import Foundation
public import ParlandoCore

extension PatternLibrary {
    /// From a file such as the `patterns.json` found by `Folders.resource`. Blocks.
    public static func load(_ path: String) throws(PatternError) -> PatternLibrary {
        guard let json = FileManager.default.contents(atPath: path) else {
            throw PatternError(.unreadable, detail: path)
        }
        return try PatternLibrary(json: json)
    }
}
