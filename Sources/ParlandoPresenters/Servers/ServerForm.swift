public import ParlandoCore

/// The fields of the dialog in which the user adds or edits a speech recognition server.
public struct ServerForm: Sendable, Equatable {
    /// Identifier of the server, which never changes.
    public let id: ServerProfile.ID
    /// Whether the form is for a new server, rather than for one that is already in the list.
    public let isNew: Bool
    /// Name that the user gives the server.
    public var name = ""
    /// Address of the server: HTTPS, or plain HTTP for this computer.
    public var address = ""
    /// The protocol by which speech is sent to the server.
    public var wire = SpeechProtocol.whisper
    /// Name of the model that the server is asked to use.
    public var model = ""
    /// Whether an API key was saved in the keyring for the server.
    public let hasKey: Bool
    /// API key that the user has typed into the form; empty if there is none.
    public var key = Private("")
    /// Whether the API key in the keyring is to be removed when the form is saved.
    public var forgetsKey = false
    /// Origin (scheme, host and port) of the server that the key in the keyring belongs to, or nil if there is no key.
    /// Until the keyring has been read, the origin of the saved address is assumed.
    private var keyPlace: Origin?
    /// Whether the keyring was read and holds no key for the server.
    private var isKeyLost = false
    /// The server as it was saved, or as the latest test found it; nil for a new server that has not been tested.
    private var tested: ServerProfile?

    /// Creates an empty form for a new server.
    public init() {
        id = ServerProfile(name: "", address: "", wire: .whisper).id
        isNew = true
        hasKey = false
    }

    /// Creates the form for editing a server.
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

    /// Updates the form with the result of a test: the path at which the server answers, and the format of its answers.
    /// Does nothing if the fields have changed since the test began.
    ///
    /// - Parameter asked: the server as it was when the test began.
    public mutating func adopt(_ found: ServerProfile, for asked: ServerProfile) {
        guard made.address == asked.address, made.wire == asked.wire, made.model == asked.model else {
            return
        }
        address = found.address
        tested = found
    }

    /// Updates the form with what the keyring holds for the server. Does nothing if `key` is about another server.
    public mutating func adopt(_ key: ServerKeyState) {
        guard hasKey, key.server == id else {
            return
        }
        keyPlace = key.place
        isKeyLost = key.place == nil
    }

    /// The server that the form describes, or nil if a field is not valid.
    public var profile: ServerProfile? {
        made.problem == nil ? made : nil
    }

    /// Message about an invalid field; empty if there is none, or if the user has not finished typing.
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

    /// Title of the dialog.
    public var title: String {
        isNew ? trc("heading", "New Server") : trc("heading", "Edit Server")
    }

    /// Whether the chosen protocol lets the client request a model by name.
    public var hasModel: Bool {
        wire == .openAI
    }

    /// Label of the field for the API key.
    public var keyTitle: String {
        guard hasKey, !forgetsKey, !isKeyLost else {
            return tr("API Key (Optional)")
        }
        return placeLeft == nil ? tr("API Key (Saved; Type to Replace)") : tr("API Key for the New Address")
    }

    /// Note that the API key has to be entered again because the address has changed; empty if this is not necessary.
    public var keyNote: String {
        guard let placeLeft, key.revealed.isEmpty else {
            return ""
        }
        return tr(
            "The saved key is only for {place}. Enter a key for the new address.",
            ["place": placeLeft.text])
    }

    /// The origin (scheme, host and port) that the saved API key belongs to, if the address in the form has a different
    /// origin; otherwise nil.
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
        // The findings of a test are only valid for the same address and model.
        if let tested, tested.endpoint == profile.endpoint, tested.model == profile.model {
            profile.format = tested.format
        }
        return profile
    }
}
