/// Keeps track of the keys that are held down. Keyboard repeats of a held key must not count as further strokes.
public struct PressedKeys: Sendable {
    private var codes: Set<UInt32> = []

    public init() {}

    /// Records that a key was pressed. Returns false if this is only a keyboard repeat.
    public mutating func press(_ code: UInt32) -> Bool {
        codes.insert(code).inserted
    }

    /// Records that a key was released.
    public mutating func release(_ code: UInt32) {
        codes.remove(code)
    }

    /// Treats all keys as released. To be called when the window loses the focus and no longer receives release events.
    public mutating func releaseAll() {
        codes.removeAll()
    }
}
