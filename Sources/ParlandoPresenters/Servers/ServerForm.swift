public import ParlandoCore

/// The fields of a server while the user fills them in.
public struct ServerForm: Sendable, Equatable {
    /// Never changes.
    public let id: ServerProfile.ID
    /// Whether it is a new one.
    public let isNew: Bool
    /// What the user calls it.
    public var name = ""
    /// HTTPS, or plain HTTP to this machine.
    public var address = ""
    /// How it is spoken to.
    public var wire = SpeechProtocol.whisper
    /// Model it is asked for.
    public var model = ""
    /// Whether a key is in the keyring.
    public let hasKey: Bool
    /// A key that was typed, empty: none.
    public var key = Private("")
    /// Whether the key in the keyring is to be removed.
    public var forgetsKey = false
    /// The place that the key in the keyring is for, as far as the server's address tells; nil: there is none.
    private var keyPlace: Origin?
    /// The server as it last answered, nil: nobody has asked it yet.
    private var tested: ServerProfile?

    /// An empty form.
    public init() {
        id = ServerProfile(name: "", address: "", wire: .whisper).id
        isNew = true
        hasKey = false
    }

    /// The form of a server that is to be changed.
    public init(_ profile: ServerProfile) {
        id = profile.id
        isNew = false
        hasKey = profile.hasKey
        keyPlace = profile.hasKey ? Origin(profile.endpoint) : nil
        name = profile.name
        address = profile.address
        wire = profile.wire
        model = profile.model
        tested = profile
    }

    /// Takes over what a test has found out: the path at which the server answers, and what it answers with. Not if the
    /// fields say something else by now.
    ///
    /// - Parameter asked: what was tested.
    public mutating func adopt(_ found: ServerProfile, for asked: ServerProfile) {
        guard made.address == asked.address, made.wire == asked.wire, made.model == asked.model else {
            return
        }
        address = found.address
        tested = found
    }

    /// The server, nil: something is wrong with the fields.
    public var profile: ServerProfile? {
        made.problem == nil ? made : nil
    }

    /// What is wrong with the fields, empty: nothing, or nothing worth saying yet.
    public var problem: String {
        switch made.problem {
        case nil, .noName: ""
        case .address where address.isEmpty: ""
        case .tooLong: tr("This is too long.")
        case .address(.notAnAddress): tr("Enter a web address that starts with https://.")
        case .address(.notSecure):
            tr("The address must start with https://, so nobody can tamper with your data.")
        }
    }

    /// What the dialog is called.
    public var title: String {
        isNew ? trc("heading", "New Server") : trc("heading", "Edit Server")
    }

    /// Whether the protocol has a field for a model.
    public var hasModel: Bool {
        wire == .openAI
    }

    /// What to say about a key.
    public var keyTitle: String {
        guard hasKey, !forgetsKey else {
            return tr("API Key (Optional)")
        }
        return placeLeft == nil ? tr("API Key (Saved; Type to Replace)") : tr("API Key for the New Address")
    }

    /// Why a key is wanted again, empty: none is.
    public var keyNote: String {
        guard let placeLeft, key.revealed.isEmpty else {
            return ""
        }
        return tr(
            "The saved key is only for {place}. Enter a key for the new address.",
            ["place": placeLeft.text])
    }

    /// The place that the key in the keyring is for, where the address leads elsewhere now; nil: it does not.
    var placeLeft: Origin? {
        guard hasKey, !forgetsKey, let keyPlace, made.problem == nil, keyPlace != Origin(made.endpoint) else {
            return nil
        }
        return keyPlace
    }

    private var made: ServerProfile {
        let address = address.split(whereSeparator: \.isWhitespace).joined()
        var profile = ServerProfile(
            id: id, name: name, address: address, wire: wire, model: hasModel ? model : "",
            hasKey: !key.revealed.isEmpty || (hasKey && !forgetsKey))
        // What was found out belongs to this address and this model.
        if let tested, tested.endpoint == profile.endpoint, tested.model == profile.model {
            profile.format = tested.format
        }
        return profile
    }
}
