public import ParlandoCore

public struct ServerPreferencesState: Sendable, Equatable {
    public var preferences = Preferences()
    /// Where speech can be recognized: this computer and each server.
    public var engines: [PreferencesViewState.Option] = []
    /// Whether speech is sent to a server.
    public var engineNote = ""
    public var servers: [ListEntry] = []
    /// What to do with each paragraph before it is inserted; empty without a language model.
    public var tasks: [PreferencesViewState.Option] = []
    public var prompts: [ListEntry] = []

    public init() {}
}

/// The progress and result of a test, or why a server was not saved.
public struct ServerTestState: Sendable, Equatable {
    public var isRunning = false
    public var text = ""
    public var isFailure = false
    /// The server as the test corrected it; nil if it has not answered.
    public var found: ServerProfile?
}

public struct ServerKeyState: Sendable, Equatable {
    public var server: ServerProfile.ID
    /// Where the key may be sent; nil if there is none.
    public var place: Origin?
}

@MainActor public protocol ServerPreferencesView: AnyObject {
    func render(_ state: ServerPreferencesState)
    func render(_ test: ServerTestState)
    func render(_ key: ServerKeyState)
    func edit(_ form: ServerForm)
    /// The view passes the form to the presenter's `savePrompt`.
    func edit(_ form: WordForm)
    func closeForm()
    func showToast(_ text: String)
    func ask(_ question: PageQuestion) async -> Bool
}

/// Turns the user's choices about servers into preferences, changes of the keyring and tests.
@MainActor public final class ServerPreferencesPresenter: PreferenceReader {
    weak var view: (any ServerPreferencesView)?
    let calendar: any WallClock
    let chosen: ChosenPreferences
    private let secrets: any SecretStore
    private let servers: any ServerRecognizing
    private var state: ServerPreferencesState?
    private var testing: Task<Void, Never>?
    private var lookingUp: Task<Void, Never>?
    private var openForm: ServerProfile.ID?
    /// For which the next change waits.
    private var latest: Task<Void, Never>?

    public init(
        view: any ServerPreferencesView, store: any PreferenceStore, secrets: any SecretStore,
        servers: any ServerRecognizing, calendar: any WallClock
    ) {
        self.view = view
        chosen = ChosenPreferences(in: store)
        self.secrets = secrets
        self.servers = servers
        self.calendar = calendar
    }

    deinit {
        testing?.cancel()
        lookingUp?.cancel()
    }

    /// Call once.
    public func activate() {
        adopt(chosen.current)
        chosen.watch(for: self)
    }

    private func change(_ change: (inout ServerPreferences) -> Void) {
        adopt(chosen.change { change(&$0.servers) })
    }

    func adopt(_ preferences: Preferences) {
        let new = ServerWording.state(of: preferences)
        if new != state {
            state = new
            view?.render(new)
        }
    }

    private func profile(_ id: ServerProfile.ID) -> ServerProfile? {
        chosen.current.servers.profiles.first { $0.id == id }
    }

    /// A change may wait while the keyring asks for a password. Without this order, it could overwrite a later one.
    private func inTurn(_ change: @escaping @MainActor () async -> Void) {
        latest = Task { [latest] in
            await latest?.value
            await change()
        }
    }

    /// Tells the open form to which origin the key is bound. Does nothing if the keyring cannot be read, for example
    /// because it stays locked.
    private func lookUpKey(of profile: ServerProfile) {
        lookingUp?.cancel()
        guard profile.hasKey, let home = Origin(profile.endpoint) else {
            return
        }
        lookingUp = Task { [weak view, secrets] in
            let name = SecretName(.server, owner: profile.id)
            let place: Origin?
            do throws(SecretError) {
                place = try await secrets.place(of: name, home: home)
            } catch {
                // Without a keyring, there is no key.
                guard error.kind == .absent else {
                    return
                }
                place = nil
            }
            if !Task.isCancelled {
                view?.render(ServerKeyState(server: profile.id, place: place))
            }
        }
    }

    /// Writes the key before the profile that needs it. A key of the former address is not used for a new one. The form
    /// stays open until the server is saved, so that nothing typed is lost.
    private func store(_ form: ServerForm) async {
        guard let profile = form.profile else {
            return
        }
        let name = SecretName(.server, owner: profile.id)
        let wasThere = self.profile(profile.id) != nil
        do throws(SecretError) {
            if !form.key.revealed.isEmpty {
                guard let origin = Origin(profile.endpoint) else {
                    return tell(ServerError(.invalidAddress).message.text, about: form)
                }
                try await secrets.keep(form.key, as: name, for: origin, label: "Parlando: \(profile.name)")
            } else if form.hasKey, form.forgetsKey {
                try await secrets.remove(name)
            } else if let place = form.placeLeft {
                try await secrets.settle(name, at: place)
            }
        } catch {
            return tell(error.message.text, about: form)
        }
        if openForm == form.id {
            view?.closeForm()
        }
        if !form.key.revealed.isEmpty, await secrets.isTemporary(name) {
            view?.showToast(SecretErrorKind.keptInMemory)
        }
        change { servers in
            if let index = servers.profiles.firstIndex(where: { $0.id == profile.id }) {
                servers.profiles[index] = profile
            } else if !wasThere {
                servers.profiles.append(profile)
            }
        }
    }

    /// In the form, if it is still open.
    private func tell(_ problem: String, about form: ServerForm) {
        if openForm == form.id {
            view?.render(ServerTestState(text: problem, isFailure: true))
        } else {
            view?.showToast(problem)
        }
    }

    private func remove(_ profile: ServerProfile) async {
        if profile.hasKey {
            do throws(SecretError) {
                try await secrets.remove(SecretName(.server, owner: profile.id))
            } catch {
                view?.showToast(error.message.text)
            }
        }
        let wasChosen = chosen.current.servers.engine == profile.id
        change { servers in
            servers.profiles.removeAll { $0.id == profile.id }
            if wasChosen {
                servers.engine = ""
            }
        }
        if wasChosen {
            view?.showToast(tr("Speech recognition now runs on this computer"))
        }
    }

    private func runTest(of form: ServerForm) async {
        guard var profile = form.profile else {
            return
        }
        let sending = profile.wire == .chat ? tr("Sending a short text…") : tr("Sending a short recording…")
        view?.render(ServerTestState(isRunning: true, text: sending))
        profile.hasKey = form.hasKey && !form.forgetsKey
        let result: ServerTestState
        if let refusal = await leaveKey(form) {
            result = refusal
        } else {
            result = await answer(to: form, profile)
        }
        if !Task.isCancelled {
            view?.render(result)
        }
    }

    private func answer(to form: ServerForm, _ profile: ServerProfile) async -> ServerTestState {
        let home = self.profile(form.id).flatMap { Origin($0.endpoint) }
        let timeout = Duration.seconds(chosen.current.servers.timeout)
        do throws(ServerError) {
            let key = form.key.revealed.isEmpty ? nil : form.key
            return ServerWording.state(
                of: try await servers.test(profile, key: key, home: home, timeout: timeout), askedAt: profile.address)
        } catch {
            return ServerTestState(text: error.testMessage, isFailure: true)
        }
    }

    /// Binds the saved key to the address for which it was entered; otherwise a test would send it to a new one.
    /// Returns a message to show instead of testing; nil if the server can be tested.
    private func leaveKey(_ form: ServerForm) async -> ServerTestState? {
        guard form.key.revealed.isEmpty, let place = form.placeLeft else {
            return nil
        }
        do throws(SecretError) {
            try await secrets.settle(SecretName(.server, owner: form.id), at: place)
            return ServerTestState(text: form.keyNote, isFailure: true)
        } catch {
            return ServerTestState(text: error.message.text, isFailure: true)
        }
    }
}

extension ServerPreferencesPresenter {
    public func apply(_ change: PreferenceChange) {
        if change.value(of: \.cleanup.task)?.isEmpty == false {
            chooseTask(change)
        } else {
            adopt(chosen.change { $0.apply(change) })
        }
    }

    public func add() {
        let form = ServerForm()
        openForm = form.id
        view?.edit(form)
    }

    public func edit(_ id: ServerProfile.ID) {
        if let profile = profile(id) {
            openForm = id
            view?.edit(ServerForm(profile))
            lookUpKey(of: profile)
        }
    }

    public func remove(_ id: ServerProfile.ID) {
        if let profile = profile(id) {
            inTurn { await self.remove(profile) }
        }
    }

    /// All fields of the form are valid.
    public func save(_ form: ServerForm) {
        inTurn { await self.store(form) }
    }

    public func test(_ form: ServerForm) {
        testing?.cancel()
        testing = Task { await runTest(of: form) }
    }

    /// Also cancels the test and the look into the keyring.
    public func endForm() {
        openForm = nil
        testing?.cancel()
        lookingUp?.cancel()
    }
}
