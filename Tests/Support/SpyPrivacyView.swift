public import ParlandoPresenters

/// View of the page on privacy that records every state it is shown, and answers questions as set by a test.
@MainActor public final class SpyPrivacyView: PrivacyView, ViewKeeping {
    public let log = ViewLog(PrivacyState())

    public init() {}
}
