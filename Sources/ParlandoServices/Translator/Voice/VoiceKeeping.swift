public import ParlandoCore

/// The natural voices of this computer, as a list shows them.
public struct VoiceList: Sendable, Equatable {
    /// The voices of the catalogue, the user's own, then one that is being imported. Their states are `absent`,
    /// `downloading`, `verifying`, `present` or `failed`.
    public var entries: [ModelEntry]
    /// Whether the library that natural voices need is installed.
    public var isInstalled: Bool

    public init(entries: [ModelEntry] = [], isInstalled: Bool = true) {
        self.entries = entries
        self.isInstalled = isInstalled
    }
}

/// Receives the changes of the list of natural voices on the main actor, in the order in which they happened.
@MainActor public protocol VoiceKeeperDelegate: AnyObject {
    func voiceKeeper(_ keeper: any VoiceKeeping, didChange list: VoiceList)
}

/// The commands that a presenter can give to the keeper of natural voices.
public protocol VoiceKeeping: Actor {
    @MainActor var delegate: (any VoiceKeeperDelegate)? { get set }
    /// Looks which voices are on disk, and reports them.
    func refresh()
    /// Downloads a voice. One that broke off is resumed.
    func download(_ name: String, allowMetered: Bool)
    /// Cancels a download, of which the bytes that have arrived are kept, or an import.
    func cancelDownload(_ name: String)
    /// Imports a voice from a network with its configuration beside it. Meanwhile it is in the list by its file's name.
    /// Returns its name, or nil if the import was cancelled. Throws `ModelError`.
    func importVoice(from path: String) async throws(ModelError) -> String?
    /// Removes a voice from this computer. A clause that is being synthesized with it is still spoken.
    func remove(_ name: String) async throws(ModelError)
}
