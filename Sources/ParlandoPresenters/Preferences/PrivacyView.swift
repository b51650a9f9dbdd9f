public import ParlandoCore

/// The page of the preferences window on what is kept.
public struct PrivacyState: Sendable, Equatable {
    /// The preferences, which rows show as they are.
    public var preferences = Preferences()
    /// What data of each kind are, where they are, and their size.
    public var notes: [KeptKind: String] = [:]
    /// How many keys are in the keyring, or why that is not known.
    public var keyNote = ""

    public init() {}
}

/// Receives the user's actions on the page on what is kept.
@MainActor public protocol PrivacyViewDelegate: AnyObject {
    /// The page came into sight, or its window became the active one.
    func privacyViewDidShow(_ view: any PrivacyView)
    func privacyView(_ view: any PrivacyView, didChange change: PreferenceChange)
}

/// The page of the preferences window on what is kept: shows the view state and makes no decisions itself.
@MainActor public protocol PrivacyView: AnyObject {
    var privacyDelegate: (any PrivacyViewDelegate)? { get set }
    func render(_ state: PrivacyState)
    func showToast(_ text: String)
    /// Asks the user, and returns whether they confirm.
    func ask(_ question: PageQuestion) async -> Bool
}
