import Foundation
import ParlandoCore

/// Parser for the output of the helper process `parlando-input`: one JSON event on each line, received in chunks of any
/// length.
struct InputMessages {
    /// Maximum length of an event in bytes. Longer lines are not events and are skipped.
    static let most = 65_536

    private var rest: [UInt8] = []
    private var isTooLong = false

    /// Parses the next chunk and returns the events that it completes. Lines that are not events are skipped.
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
