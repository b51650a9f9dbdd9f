public import ParlandoCore

/// The view state of the privacy page in the preferences window.
public struct PrivacyState: Sendable, Equatable {
    /// The user's preferences. Rows that need no special text take their values from here.
    public var preferences = Preferences()
    /// Text about each kind of data that the program keeps: purpose, location and size.
    public var notes: [KeptKind: String] = [:]
    /// Sentence that says how many of the program's API keys are in the keyring, or why this is not known; empty until
    /// the keys have been counted.
    public var keyNote = ""
    /// Text about the programs that dictated text is sent to.
    public var listenerNote = ""

    public init() {}
}

/// The privacy page of the preferences window. Shows the view state and makes no decisions itself.
@MainActor public protocol PrivacyView: AnyObject {
    func render(_ state: PrivacyState)
    func showToast(_ text: String)
    /// Asks the user a question, and returns whether the user confirms.
    func ask(_ question: PageQuestion) async -> Bool
}
