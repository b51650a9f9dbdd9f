import Foundation
public import ParlandoCore

extension PatternLibrary {
    /// The patterns of a file, such as the `patterns.json` that `Folders.resource` finds. Blocks while it reads.
    public static func load(_ path: String) throws(PatternError) -> PatternLibrary {
        guard let json = FileManager.default.contents(atPath: path) else {
            throw PatternError(.unreadable, detail: path)
        }
        return try PatternLibrary(json: json)
    }
}
