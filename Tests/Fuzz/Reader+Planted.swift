import Foundation

/// Fuzz targets with deliberate faults. A fuzz run begins with them: if it does not find their faults, its results for
/// the other targets mean nothing.
extension Reader {
    /// Prefix of the names of the fuzz targets with deliberate faults.
    static let planted = "planted-"

    static func plantedReaders() -> [Reader] {
        [
            Reader(planted + "trap", texts: ["0", "1"]) { bytes in
                _ = Int8(bytes.count + 127)
            },
            Reader(planted + "overrun", texts: ["a"]) { bytes in
                let room = UnsafeMutablePointer<UInt8>.allocate(capacity: 8)
                room.initialize(repeating: 0, count: 8)
                room[bytes.count + 7] = 1
                room.deallocate()
            },
            Reader(planted + "memory", texts: ["a"]) { bytes in
                // Allocates as much as a wrong length in a header might demand.
                let promised = [UInt8](repeating: 7, count: bytes.count * 210 << 20)
                _ = promised.last
            },
            Reader(planted + "work", texts: ["a"]) { bytes in
                let end = clock() + clock_t(bytes.count) * 1_300_000  // CLOCKS_PER_SEC
                while clock() < end {}
            },
            Reader(planted + "wait", texts: ["a"]) { bytes in
                try await Task.sleep(for: .seconds(bytes.count * 3600))
            },
            Reader(planted + "answer", texts: ["a"]) { bytes in
                throw Wrong("\(bytes.count) bytes")
            },
        ]
    }
}
