import ParlandoCore

/// Texts about the data that the program keeps on disk.
enum PrivacyWording {
    static var stopKeepingPractice: PageQuestion {
        PageQuestion(
            tr("Delete Results?"), tr("The saved results of all exercises will be deleted."), goOn: tr("Delete"),
            isLoss: true)
    }

    /// Returns a text with the purpose, location and size of one kind of data that the program keeps.
    ///
    /// - Parameters:
    ///   - place: the location and size, or nil if the data have not been measured yet.
    ///   - home: path of the home folder, which is shown as `~`; empty if there is none.
    static func note(on kind: KeptKind, _ place: KeptPlace?, home: String) -> String {
        [purpose(of: kind), place.map { location($0, home: home) }].compactMap { $0 }.joined(separator: "\n")
    }

    private static func purpose(of kind: KeptKind) -> String {
        switch kind {
        case .texts: tr("Dictations and transcribed files, to find them again")
        case .recordings: tr("To listen to dictations again")
        case .unsent: tr("Speech that a server did not accept, to send it again")
        case .translations: tr("To find them again; without this, they are forgotten when Parlando closes")
        case .practice: tr("To show your progress over days")
        case .words: tr("What you have entered for dictation")
        case .models: tr("Removed one by one on the Dictation page")
        }
    }

    private static func location(_ place: KeptPlace, home: String) -> String {
        guard place.bytes > 0 else {
            return tr("Nothing is kept")
        }
        let isInHome = !home.isEmpty && place.path.hasPrefix(home + "/")
        let path = isInHome ? "~" + place.path.dropFirst(home.count) : place.path
        return path + " · " + Quantities.bytes(place.bytes)
    }

    /// Returns a sentence that says how many API keys are in the keyring, or why this is not known.
    static func note(on keys: Result<Int, SecretError>) -> String {
        switch keys {
        case .success(0): tr("None in the keyring")
        case .success(let count): trn("{count} key in the keyring", "{count} keys in the keyring", count)
        case .failure(let error): error.message.text
        }
    }

    /// Returns a text about the programs that dictated text is sent to.
    ///
    /// - Parameter programs: file names, which may be anything.
    static func note(onListeners programs: [String]) -> String {
        let names = Set(programs.map { TerminalText.title($0) }).sorted().joined(separator: ", ")
        let now = names.isEmpty ? tr("None at the moment") : tr("Now: {list}", ["list": names])
        return tr(
            "Programs that asked for dictated text. They never get dictations that are left out of the history, or "
                + "text for the terminal or other applications.") + "\n" + now
    }
}
