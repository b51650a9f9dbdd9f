import Foundation

/// Puts damaged files out of the way, so that they can be repaired by hand.
enum DamagedFile {
    /// Maximum number of damaged versions of a file that are kept.
    private static let mostCopies = 20

    /// Renames a file, without replacing an earlier damaged version. Returns its new path; nil if it is still in place.
    static func setAside(_ path: String) -> String? {
        for number in 1...mostCopies {
            let name = path + ".damaged" + (number > 1 ? "-\(number)" : "")
            guard !FileManager.default.fileExists(atPath: name) else {
                continue
            }
            if (try? FileManager.default.moveItem(atPath: path, toPath: name)) != nil {
                return name
            }
        }
        return nil
    }
}
