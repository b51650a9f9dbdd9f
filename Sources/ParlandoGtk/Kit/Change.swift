/// From what is shown to what is to be shown: a widget is touched only when its part of the state changed.
@MainActor struct Change<State> {
    let old: State?
    let new: State

    /// Runs `show` when the part differs, and the first time.
    func on<Part: Equatable>(_ part: KeyPath<State, Part>, _ show: (Part) -> Void) {
        let value = new[keyPath: part]
        if let old, old[keyPath: part] == value {
            return
        }
        show(value)
    }
}
