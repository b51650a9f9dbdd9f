public import ParlandoPresenters

/// View of the rows on other applications that records every state it is shown.
@MainActor public final class SpyDeliveryView: DeliveryView, ViewKeeping {
    public weak var deliveryDelegate: (any DeliveryViewDelegate)?
    public let log = ViewLog(DeliveryState())
    /// Text in the field for trials.
    public var trialText = "" {
        didSet { deliveryDelegate?.deliveryViewDidChangeTrial(self) }
    }
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
