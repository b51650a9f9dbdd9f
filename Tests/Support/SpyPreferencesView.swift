public import ParlandoCore
public import ParlandoPresenters

/// Preferences view that records every state it is shown.
@MainActor public final class SpyPreferencesView: PreferencesView, ViewKeeping {
    public let log = ViewLog(PreferencesViewState())

    public private(set) var undoable: [PreferencesPage] = []

    public private(set) var restorable: [String] = []

    public init() {}

    public func offerUndo(_ text: String, ofRemoving model: String) {
        restorable.append(model)
        changes.happened()
    }

    public func showToast(_ text: String, undoing page: PreferencesPage) {
        undoable.append(page)
    }
}

/// View of the page on privacy that records every state it is shown, and answers questions as set by a test.
@MainActor public final class SpyPrivacyView: PrivacyView, ViewKeeping {
    public let log = ViewLog(PrivacyState())

    public init() {}
}

/// Server preferences view that records everything it is shown.
@MainActor public final class SpyServerPreferencesView: ServerPreferencesView, ViewKeeping {
    public let log = ViewLog(ServerPreferencesState())
    public private(set) var tests: [ServerTestState] = []
    public private(set) var keys: [ServerKeyState] = []
    public private(set) var forms: [ServerForm] = []
    public private(set) var promptForms: [WordForm] = []

    public private(set) var closedForms = 0

    public init() {}

    public func render(_ test: ServerTestState) {
        tests.append(test)
        changes.happened()
    }

    public func render(_ key: ServerKeyState) {
        keys.append(key)
        changes.happened()
    }

    public func edit(_ form: WordForm) {
        promptForms.append(form)
    }

    public func closeForm() {
        closedForms += 1
        changes.happened()
    }

    public func edit(_ form: ServerForm) {
        forms.append(form)
        changes.happened()
    }
}
