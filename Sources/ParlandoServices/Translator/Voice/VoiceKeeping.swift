public import ParlandoCore

/// The list of natural voices, on this computer and available for download.
public struct VoiceList: Sendable, Equatable {
    /// The voices of the catalogue, then those that the user imported, then the voice that is being imported. Their
    /// states are `absent`, `downloading`, `verifying`, `present` or `failed`.
    public var entries: [ModelEntry]
    /// Whether the library that natural voices require is installed.
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

/// The commands that a presenter can give to the manager of natural voices.
public protocol VoiceKeeping: Actor {
    @MainActor var delegate: (any VoiceKeeperDelegate)? { get set }
    /// Finds out which voices are on disk, and reports them.
    func refresh()
    /// Downloads a voice, or resumes an interrupted download. A metered connection is used only if `allowMetered` is
    /// true.
    func download(_ name: String, allowMetered: Bool)
    /// Cancels the download or import of a voice. The downloaded bytes are kept.
    func cancelDownload(_ name: String)
    /// Imports a voice from the file of a neural network, beside which its configuration file must be. During the
    /// import the voice is listed by its file's name. Returns the voice's name; nil if the import was cancelled. Throws
    /// `ModelError`.
    func importVoice(from path: String) async throws(ModelError) -> String?
    /// Removes a voice from this computer. A clause that is being synthesized with the voice is still spoken. Until
    /// `forgetRemoved`, the voice can be restored.
    func remove(_ name: String) async throws(ModelError)
    /// Restores a voice that was removed. A download of the voice is cancelled.
    func restore(_ name: String) async throws(ModelError)
    /// Deletes the files of a voice that was removed.
    func forgetRemoved(_ name: String) async throws(ModelError)
}
