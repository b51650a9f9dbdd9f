public import ParlandoPresenters

/// View of the preferences for writing into other applications. Records every state that it is shown.
@MainActor public final class SpyDeliveryView: DeliveryView, ViewKeeping {
    public let log = ViewLog(DeliveryState())
    /// Text in the field where the user can try out writing.
    public var trialText = ""
    /// Texts that were copied.
    public private(set) var copied: [String] = []

    public init() {}

    public func prepareTrialField() {
        trialText = ""
    }

    public func copyToClipboard(_ text: String) {
        copied.append(text)
    }
}
