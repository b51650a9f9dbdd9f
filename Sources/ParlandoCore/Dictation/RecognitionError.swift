/// Why there is no recognition.
public struct RecognitionError: Error, Sendable, Equatable {
    /// What is wrong, as far as a sentence for people needs to know.
    public enum Kind: Sendable, Equatable {
        case modelMissing
        /// The file is there, but it is no model: truncated, or not one at all.
        case modelCorrupt
        case outOfMemory
        case engineFailed
        /// The server that was to recognise did not. What it was sent is kept.
        case server(ServerError.Kind)
    }

    /// What is wrong.
    public let kind: Kind
    /// For the log; never anything a user said.
    public let detail: String
    /// Name of the model whose file is damaged or missing, as the catalogue has it; nil: the one that was to be loaded.
    public let model: String?

    public init(_ kind: Kind, detail: String = "", model: String? = nil) {
        self.kind = kind
        self.detail = detail
        self.model = model
    }
}
