import CArchive
import ParlandoCore

/// Files in a ZIP archive. They are only read into memory, whatever their names are.
enum ScoreArchive {
    private static let mostEntries = 1000

    /// Nil if there is no such file. Throws `tooLarge` or `damaged`. Blocks.
    static func file(_ name: String, in path: String, most: Int) throws(ScoreError) -> [UInt8]? {
        let archive = archive_read_new()
        defer { archive_read_free(archive) }
        // This one goes by the list at the end of the archive, so what is not asked for is not unpacked.
        archive_read_support_format_zip_seekable(archive)
        guard archive_read_open_filename(archive, PathBytes.cString(path), 65_536) == ARCHIVE_OK else {
            throw .damaged
        }
        for _ in 0..<mostEntries {
            var entry: OpaquePointer?
            guard [ARCHIVE_OK, ARCHIVE_WARN].contains(archive_read_next_header(archive, &entry)) else {
                return nil
            }
            // libarchive gives no name that has letters which the locale lacks.
            let found = archive_entry_pathname_utf8(entry) ?? archive_entry_pathname(entry)
            if found.map({ String(cString: $0) == name }) ?? !name.utf8.allSatisfy({ $0 < 128 }) {
                return try contents(of: archive, most: most)
            }
        }
        return nil
    }

    private static func contents(of archive: OpaquePointer?, most: Int) throws(ScoreError) -> [UInt8] {
        var contents: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while contents.count <= most {
            let count = archive_read_data(archive, &piece, piece.count)
            guard count > 0 else {
                if count < 0 {
                    throw .damaged
                }
                return contents
            }
            contents += piece.prefix(count)
        }
        throw .tooLarge
    }
}
