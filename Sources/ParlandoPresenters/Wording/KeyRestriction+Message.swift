public import ParlandoCore

extension KeyRestriction {
    /// Message that tells the user which restriction makes the API key unusable, and where to change it.
    public var message: Message {
        Message(text, .enterKey)
    }

    private var text: String {
        switch self {
        case .serviceDisabled:
            tr("This service is not enabled in the Google Cloud project for this key.") + " "
                + tr("Enable it in the Google Cloud console under “APIs & Services”, then wait a few minutes.")
        case .otherServices:
            tr("This key is restricted to other Google services.") + " " + Self.credentials
        case .webSites:
            tr("This key works only on certain websites.") + " " + Self.credentials
        case .addresses:
            tr("This key works only from certain IP addresses.") + " " + Self.credentials
        case .apps:
            tr("This key works only in certain Android or iOS apps.") + " " + Self.credentials
        case .billing:
            tr("The Google Cloud project for this key has no billing account.") + " "
                + tr("Add one in the Google Cloud console under “Billing”.")
        case .suspended:
            tr("Google has suspended the project for this key. See the Google Cloud console for the reason.")
        }
    }

    private static var credentials: String {
        tr("Change this in the Google Cloud console under “APIs & Services”, “Credentials”, or enter another key.")
    }
}
