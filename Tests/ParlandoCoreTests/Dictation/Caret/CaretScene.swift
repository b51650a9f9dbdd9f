import ParlandoCore

/// A delivery with the input method's answers.
struct CaretScene {
    var delivery: CaretDelivery
    /// Final texts in the order in which they were written.
    var written: [String] = []
    /// Interim text on the screen.
    var interim = ""
    var others: [CaretCommand] = []

    init(isOwnWindowActive: Bool = false) {
        delivery = CaretDelivery(isOwnWindowActive: isOwnWindowActive)
    }

    /// Carries out commands and answers them, until there are none.
    mutating func obey(_ commands: [CaretCommand], answers: Bool = true) {
        for command in commands {
            guard case .write(let number, let final, let interim, _) = command else {
                others.append(command)
                continue
            }
            self.interim = interim
            if !final.isEmpty {
                written.append(final)
                if answers {
                    obey(delivery.apply(.written(number)))
                }
            }
        }
    }

    mutating func apply(_ event: CaretEvent) {
        obey(delivery.apply(event))
    }

    mutating func begin(in visit: CaretVisit = CaretScene.field(1)) {
        apply(.ready)
        apply(.entered(visit))
    }

    mutating func say(_ paragraphs: [String], interim: String = "", answers: Bool = true) {
        let transcript = Transcript(
            paragraphs: paragraphs.map { Paragraph(words: Self.words($0)) },
            interim: Self.words(interim, from: 100))
        obey(delivery.hear(transcript), answers: answers)
    }

    static func words(_ text: String, from start: Double = 0) -> [Word] {
        text.split(separator: " ").enumerated().map { index, text in
            Word(text: String(text), start: start + Double(index), end: start + Double(index) + 0.8, probability: 1)
        }
    }

    static func field(
        _ number: Int, _ path: String = "a", purpose: FieldPurpose = .text, isShared: Bool = false,
        statesPurpose: Bool = true, text: String? = nil, client: String = "gtk4-im:editor"
    ) -> CaretVisit {
        CaretVisit(
            number: number, path: path, client: client, isShared: isShared, purpose: purpose,
            statesPurpose: statesPurpose,
            surroundings: text.map { CaretSurroundings(text: $0, caret: $0.unicodeScalars.count) })
    }
}
