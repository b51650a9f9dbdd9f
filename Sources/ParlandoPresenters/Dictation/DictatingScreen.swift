import ParlandoCore

/// The data that the presenters of all pages with dictation keep to compute their view states.
protocol DictatingScreen {
    var panel: DictationPanel { get set }
    /// The engine (this computer or a server) that recognises speech in the next session; nil if the chosen server is
    /// no longer in the list.
    var engine: RecognitionEngine? { get }
}
