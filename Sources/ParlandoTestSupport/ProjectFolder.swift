public import Foundation

/// The folder of the project, for tests that read its own files.
public enum ProjectFolder {
    /// Where Package.swift lies.
    public static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
