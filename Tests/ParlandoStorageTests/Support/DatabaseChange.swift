import Foundation
import Testing

/// Changes a database from another process, as another program or a disk would.
///
/// - Parameters:
///   - path: path of the database.
///   - statements: SQL statements, separated by semicolons, that run in one transaction.
func changeDatabase(at path: String, _ statements: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/python3")
    process.arguments = [
        "-c", "import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript('BEGIN;' + sys.argv[2] + ';COMMIT')",
        path, statements,
    ]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
}
