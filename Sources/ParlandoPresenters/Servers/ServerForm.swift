public import ParlandoCore

public struct ServerForm: Sendable, Equatable {
    public let id: ServerProfile.ID
    public let isNew: Bool
    public var name = ""
    /// HTTPS, or plain HTTP for this computer.
    public var address = ""
    public var wire = ServerProtocol.whisper
    public var model = ""
    /// A key was saved for the server.
    public let hasKey: Bool
    public var key = Private("")
    /// Removes the saved key when the form is saved.
    public var forgetsKey = false
    /// Origin of the saved key. Until the keyring has been read, that of the saved address is assumed.
    private var keyPlace: Origin?
    /// The keyring was read and holds no key.
    private var isKeyLost = false
    /// As it was saved, or as the latest test found it.
    private var tested: ServerProfile?

    public init() {
        id = ServerProfile(name: "", address: "", wire: .whisper).id
        isNew = true
        hasKey = false
    }

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

    /// Takes the result of a test, unless the fields have changed since it began.
    public mutating func adopt(_ found: ServerProfile, for asked: ServerProfile) {
        guard made.address == asked.address, made.wire == asked.wire, made.model == asked.model else {
            return
        }
        address = found.address
        tested = found
    }

    /// Takes what the keyring holds for the server.
    public mutating func adopt(_ key: ServerKeyState) {
        guard hasKey, key.server == id else {
            return
        }
        keyPlace = key.place
        isKeyLost = key.place == nil
    }

    /// Nil if a field is not valid.
    public var profile: ServerProfile? {
        made.problem == nil ? made : nil
    }

    /// Empty while the user has not finished typing.
    public var problem: String {
        switch made.problem {
        case nil, .noName: ""
        case .address where address.isEmpty: ""
        case .tooLong: tr("This is too long.")
        case .address(let problem): problem.sentence
        }
    }

    public var title: String {
        isNew ? trc("heading", "New Server") : trc("heading", "Edit Server")
    }

    /// Whether a model can be requested by name.
    public var hasModel: Bool {
        wire.isOpenAI
    }

    public var keyTitle: String {
        guard hasKey, !forgetsKey, !isKeyLost else {
            return tr("API Key (Optional)")
        }
        return placeLeft == nil ? tr("API Key (Saved; Type to Replace)") : tr("API Key for the New Address")
    }

    /// The key has to be entered again because the address has changed.
    public var keyNote: String {
        guard let placeLeft, key.revealed.isEmpty else {
            return ""
        }
        return tr(
            "The saved key is only for {place}. Enter a key for the new address.",
            ["place": placeLeft.text])
    }

    /// Where the saved key belongs, if the form has another origin.
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
