public struct CaptionPreferences: Sendable, Equatable {
    public var source = CaptionSource.computer
    /// Language into which sentences are translated, as an ISO 639-1 code; empty for none.
    public var target = ""
    /// Percent of the desktop's size.
    public var textSize = 200
    /// Percent, of the ground behind the words.
    public var opacity = 100
    public var keepsScreenOn = true
    /// Whether the user has read that others may have to agree.
    public var hasAgreed = false

    static let declared: [any DeclaredPreference] = [
        Preference("captions-source", \.captions.source, page: .dictation),
        Preference("captions-target", \.captions.target, page: .dictation),
        Preference("captions-keeps-screen-on", \.captions.keepsScreenOn, page: .dictation),
        // The captions' own window changes these.
        Preference("captions-text-size", \.captions.textSize, 100...400),
        Preference("captions-opacity", \.captions.opacity, 30...100),
        Preference("captions-has-agreed", \.captions.hasAgreed),
    ]

    public init() {}

    public func sanitized() -> CaptionPreferences {
        var result = Preferences.clamp(self, at: \.captions, Self.declared)
        result.target = SpeechLanguage.translated(tag: target)?.code == target ? target : ""
        return result
    }
}

extension CaptionSource: PreferenceValue {}

/// How another program or the command line asks for captions: as yet unchecked, for this once.
public struct CaptionChoice: Sendable, Equatable {
    public static let plain = CaptionChoice()
    /// In place of a language: no translation.
    public static let noLanguage = "none"

    /// Raw value of a `CaptionSource`; nil as in the preferences.
    public var source: String?
    /// ISO 639-1 code or `noLanguage`; nil as in the preferences.
    public var target: String?

    public init(source: String? = nil, target: String? = nil) {
        (self.source, self.target) = (source?.lowercased(), target?.lowercased())
    }

    public func source(or preferred: CaptionSource) -> CaptionSource {
        source.flatMap(CaptionSource.init) ?? preferred
    }

    /// Empty for no translation.
    public func target(or preferred: String) -> String {
        target.map { $0 == Self.noLanguage ? "" : $0 } ?? preferred
    }
}
