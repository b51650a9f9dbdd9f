public import ParlandoCore

/// The view state of the privacy page in the preferences window.
public struct PrivacyState: Sendable, Equatable {
    /// The preferences whose values the rows show directly.
    public var preferences = Preferences()
    /// Purpose, location and size of the kept data, by kind.
    public var notes: [KeptKind: String] = [:]
    /// Sentence about the number of keys in the keyring, or the reason that it is not known; empty until the keys are
    /// counted.
    public var keyNote = ""

    public init() {}
}

/// Receives the user's actions on the page about kept data.
@MainActor public protocol PrivacyViewDelegate: AnyObject {
    /// The page came into sight, or its window became the active one.
    func privacyViewDidShow(_ view: any PrivacyView)
    func privacyView(_ view: any PrivacyView, didChange change: PreferenceChange)
}

/// The page about kept data in the preferences window: shows the view state and makes no decisions itself.
@MainActor public protocol PrivacyView: AnyObject {
    var privacyDelegate: (any PrivacyViewDelegate)? { get set }
    func render(_ state: PrivacyState)
    func showToast(_ text: String)
    /// Asks the user, and returns whether they confirm.
    func ask(_ question: PageQuestion) async -> Bool
}
