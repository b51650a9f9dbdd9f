/// Change of a view state, for updating only those widgets whose part of the state has changed.
@MainActor struct Change<State> {
    let old: State?
    let new: State

    /// Calls `show` with a part of the new state if the part has changed, or if there is no old state.
    func on<Part: Equatable>(_ part: KeyPath<State, Part>, _ show: (Part) -> Void) {
        let value = new[keyPath: part]
        if let old, old[keyPath: part] == value {
            return
        }
        show(value)
    }
}
