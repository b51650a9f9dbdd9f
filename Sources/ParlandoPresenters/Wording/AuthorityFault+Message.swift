public import ParlandoCore

extension AuthorityFault {
    /// Sentence that describes the problem with the file of accepted certificate authorities, and names the file.
    public var sentence: String {
        let places = ["file": file]
        return switch reason {
        case .missing:
            tr("Nothing was sent: {file}, needed to verify Google, is missing.", places)
        case .unreadable:
            tr("Nothing was sent: {file}, needed to verify Google, cannot be read.", places)
        case .empty:
            tr("Nothing was sent: {file}, needed to verify Google, is empty.", places)
        case .notCertificates:
            tr(
                "Nothing was sent: {file}, needed to verify Google, contains no certificates.",
                places)
        }
    }

    /// Message that describes the problem and names the file, with a command that opens the preference for working
    /// without the file.
    var message: Message {
        Message(
            sentence + " "
                + tr("Reinstall Parlando, or turn off “Verify Google's Certificate” in Preferences."),
            .openTranslation)
    }
}
