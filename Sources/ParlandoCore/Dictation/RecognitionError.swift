/// An error of a speech recogniser.
public struct RecognitionError: Error, Sendable, Equatable {
    /// Cause of a speech recogniser's error.
    public enum Kind: Sendable, Equatable {
        case modelMissing
        /// The model file exists but is truncated or is not a model.
        case modelCorrupt
        case outOfMemory
        case engineFailed
        /// The server failed to recognise the speech. The audio that was sent to the server is kept.
        case server(ServerError.Kind)
    }

    /// Cause of the error.
    public let kind: Kind
    /// Details for the log. Never contains anything the user said.
    public let detail: String
    /// Catalogue name of the model whose file is damaged or missing; nil if it is the speech model that was to be
    /// loaded.
    public let model: String?

    public init(_ kind: Kind, detail: String = "", model: String? = nil) {
        self.kind = kind
        self.detail = detail
        self.model = model
    }
}
