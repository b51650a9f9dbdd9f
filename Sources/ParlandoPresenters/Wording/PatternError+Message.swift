public import ParlandoCore

extension PatternError {
    /// Message that tells the user what is wrong in the file of rhythm patterns, and where.
    public var message: Message {
        guard let spot = place.text else {
            return Message(fault)
        }
        return Message(tr("{place}: {fault}", ["place": spot, "fault": fault]))
    }

    private var fault: String {
        switch kind {
        case .unreadable: tr("The rhythm pattern file cannot be read.")
        case .notJSON(.some(let line)): tr("The file is not valid JSON: see line {line}.", ["line": "\(line)"])
        case .notJSON(.none): tr("The file is not valid JSON.")
        case .missingKey(let key): tr("“{key}” is missing.", ["key": key])
        case .unknownKey(let key): tr("Unknown entry “{key}”.", ["key": key])
        case .wrongType(let key) where key.isEmpty: tr("The file must start with an object.")
        case .wrongType(let key): tr("“{key}” has the wrong type.", ["key": key])
        case .noPatterns: tr("The file contains no rhythm patterns.")
        case .badID: tr("Use only lowercase letters a–z, digits and hyphens in a name.")
        case .repeatedID: tr("Another pattern already has this name.")
        case .badDifficulty: tr("The difficulty must be a number from 1 to 5.")
        case .noNotes: tr("The pattern has no notes.")
        case .unknownValue(let value): tr("There is no note called “{value}”.", ["value": value])
        case .uncountableLength: tr("This note cannot be dotted or part of a triplet.")
        case .brokenBeats: tr("The notes do not add up to whole beats.")
        case .tooLong: tr("The notes are longer than a bar.")
        }
    }
}

extension PatternError.Place {
    /// Description of the place of an error in the pattern file, or nil if the error concerns the file as a whole.
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
