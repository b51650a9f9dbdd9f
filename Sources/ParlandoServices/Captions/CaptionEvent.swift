public import Foundation
public import ParlandoCore

/// The options of captions.
public struct CaptionOptions: Sendable, Equatable {
    public var session = UUID()
    public var source: CaptionSource
    /// Nil for the system's default.
    public var microphone: AudioDevice.ID?
    public var recognition = RecognitionOptions()
    /// ISO 639-1 code of the language of translations; nil for none.
    public var target: String?
    /// With which the paragraphs of each side begin, if there are both.
    public var labels: [CaptionSide: String] = [:]
    public var title = ""

    public init(source: CaptionSource) {
        self.source = source
    }
}

/// An event that a caption service reports to its delegate.
public enum CaptionEvent: Sendable, Equatable {
    /// The more important one of both sides, as `BroadcastEvent.phase`.
    case phase(DictationPhase)
    /// How one side fares.
    case side(CaptionSide, DictationPhase)
    /// The latest, at most `CaptionSentences.most`, ordered by when they began.
    case sentences([CaptionSentence])
    /// Whole seconds of captured sound, of the side that has more.
    case elapsed(Int)
    case warning(RecognitionWarning, of: CaptionSide)
    /// The other side goes on.
    case failure(DictationFailure, of: CaptionSide)
    /// Sentences are no longer translated. Reported once; nil: they are again.
    case untranslated(TranslatorFailure?)
    /// The whole text and the session's number. Once, before the last phase, if there is any.
    case text(Transcript, UUID)
}

/// Receives a caption service's events on the main actor, in the order in which they happened.
@MainActor public protocol CaptionServiceDelegate: AnyObject {
    func captionService(_ service: CaptionService, didReport event: CaptionEvent)
}
