public import Foundation

/// Folder of the project, for tests that read its files.
public enum ProjectFolder {
    /// Folder that contains Package.swift.
    public static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
