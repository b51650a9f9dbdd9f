import Foundation
import ParlandoCore

@testable import ParlandoSystem

/// Fuzz target that reads the messages of the process `parlando-input`, in pieces as a socket may deliver them.
extension Reader {
    static func caretReaders() -> [Reader] {
        [
            Reader("caret", texts: [events]) { bytes in
                var whole = InputMessages()
                var pieces = InputMessages()
                let told = whole.take(bytes)
                var parts: [CaretEvent] = []
                var rest = bytes[...]
                while let first = rest.first {
                    let piece = rest.prefix(Int(first % 16) + 1)
                    parts += pieces.take(piece)
                    rest = rest.dropFirst(piece.count)
                }
                guard parts == told else {
                    throw Wrong("events depend on the pieces in which they arrive")
                }
                var delivery = CaretDelivery(isOwnWindowActive: false)
                let word = Word(text: "word", start: 0, end: 1, probability: 1)
                _ = delivery.hear(Transcript(paragraphs: [Paragraph(words: [word])]))
                for event in told {
                    if delivery.apply(event).contains(where: { $0.isWrite }), delivery.state != .writing {
                        throw Wrong("text is written while it should wait")
                    }
                }
            }
        ]
    }

    /// One event of each kind.
    private static let events = """
        {"ready":{}}
        {"entered":{"_0":{"number":1,"path":"0:/a/2","client":"gtk4-im:x","isOwn":false,"isShared":false,\
        "purpose":"text","statesPurpose":true,"surroundings":{"before":"Dear","print":7}}}}
        {"around":{"_0":{"before":"","print":0},"visit":1}}
        {"written":{"_0":1}}
        {"refused":{"_0":2}}
        {"left":{"path":"0:/a/2","took":1}}
        {"lost":{}}
        {"replaced":{}}
        {"failed":{"_0":"refused"}}

        """
}

extension CaretCommand {
    fileprivate var isWrite: Bool {
        switch self {
        case .write, .erase: true
        case .takeOver: false
        }
    }
}
