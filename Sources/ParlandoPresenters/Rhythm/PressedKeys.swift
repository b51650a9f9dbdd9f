/// The keys that are held down, so that keyboard repeats of a held key do not count as further strokes.
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

    /// Treats all keys as released, because the window no longer receives their release events.
    public mutating func releaseAll() {
        codes.removeAll()
    }
}
