public import ParlandoCore

extension PatternError {
    /// Message for the user, with the place of the error in the file.
    public var message: Message {
        guard let spot = place.text else {
            return Message(fault)
        }
        return Message(tr("{place}: {fault}", ["place": spot, "fault": fault]))
    }

    private var fault: String {
        switch kind {
        case .unreadable: tr("The file of rhythm patterns cannot be read.")
        case .notJSON(.some(let line)): tr("The file is no valid JSON: see line {line}.", ["line": "\(line)"])
        case .notJSON(.none): tr("The file is no valid JSON.")
        case .missingKey(let key): tr("“{key}” is missing.", ["key": key])
        case .unknownKey(let key): tr("“{key}” is unknown here.", ["key": key])
        case .wrongType(let key) where key.isEmpty: tr("The file does not begin with an object.")
        case .wrongType(let key): tr("“{key}” is of the wrong kind.", ["key": key])
        case .noPatterns: tr("The file holds no rhythm patterns.")
        case .badID: tr("A name is made of small letters a–z, digits and hyphens.")
        case .repeatedID: tr("Another pattern has the same name.")
        case .badDifficulty: tr("The difficulty is a number from 1 to 5.")
        case .noNotes: tr("The pattern has no notes.")
        case .unknownValue(let value): tr("There is no note called “{value}”.", ["value": value])
        case .uncountableLength: tr("Such a note cannot be dotted or be part of a triplet.")
        case .brokenBeats: tr("The notes do not add up to whole beats.")
        case .tooLong: tr("The notes are longer than a bar.")
        }
    }
}

extension PatternError.Place {
    /// Description of the place, or nil for the file as a whole.
    fileprivate var text: String? {
        guard let pattern else {
            return nil
        }
        let name = id.map { "\(pattern) (\($0))" } ?? "\(pattern)"
        guard let note else {
            return tr("Pattern {pattern}", ["pattern": name])
        }
        return tr("Pattern {pattern}, note {note}", ["pattern": name, "note": "\(note)"])
    }
}
