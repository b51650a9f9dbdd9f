public import ParlandoCore

extension TextReadError {
    /// Message that tells the user why a file of words could not be imported.
    public var message: Message {
        switch self {
        case .unreadable: Message(tr("The file cannot be read."))
        case .tooLarge: Message(tr("The file is too large for a list of words."))
        case .notText: Message(tr("The file is not a text file in UTF-8."))
        }
    }
}

extension VocabularyList.Fault {
    /// Message that tells the user in which line of a vocabulary file the error is.
    public var message: Message {
        Message(tr("Nothing was imported: line {line} is no word, or too long.", ["line": "\(line)"]))
    }
}

extension ReplacementList.Fault {
    /// Message that tells the user which line of a file of replacement rules is wrong, and why.
    public var message: Message {
        let places = ["line": "\(line)"]
        switch kind {
        case .noSeparator: return Message(tr("Nothing was imported: line {line} has no tab or arrow (→).", places))
        case .noWords: return Message(tr("Nothing was imported: line {line} has no words before the arrow.", places))
        case .tooLong: return Message(tr("Nothing was imported: line {line} is too long.", places))
        }
    }
}
