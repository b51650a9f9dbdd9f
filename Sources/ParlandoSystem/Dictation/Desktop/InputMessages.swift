import Foundation
import ParlandoCore

/// Reads what `parlando-input` writes: an event a line, in pieces of any length.
struct InputMessages {
    /// Maximum length of an event in bytes. Only a process that is out of its mind writes longer ones.
    static let most = 65_536

    private var rest: [UInt8] = []
    private var isTooLong = false

    /// Takes a piece, and returns the events that it completes. What is no event is passed over.
    mutating func take(_ bytes: some Sequence<UInt8>) -> [CaretEvent] {
        var events: [CaretEvent] = []
        for byte in bytes {
            guard byte != UInt8(ascii: "\n") else {
                if !isTooLong, let event = try? OutsideJSON.decode(CaretEvent.self, from: Data(rest)) {
                    events.append(event)
                }
                rest = []
                isTooLong = false
                continue
            }
            if rest.count < Self.most, !isTooLong {
                rest.append(byte)
            } else {
                isTooLong = true
                rest = []
            }
        }
        return events
    }
}
