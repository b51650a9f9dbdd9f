/// Change from the shown state to a new one. Widgets are updated only if their part of the state has changed.
@MainActor struct Change<State> {
    let old: State?
    let new: State

    /// Runs `show` if the part has changed, or if nothing was shown before.
    func on<Part: Equatable>(_ part: KeyPath<State, Part>, _ show: (Part) -> Void) {
        let value = new[keyPath: part]
        if let old, old[keyPath: part] == value {
            return
        }
        show(value)
    }
}
