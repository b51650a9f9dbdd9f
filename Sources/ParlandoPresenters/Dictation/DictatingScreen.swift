import ParlandoCore

/// The part of the screen that all pages with dictation have in common.
protocol DictatingScreen {
    var panel: DictationPanel { get set }
    /// The engine that recognises from the next session on, or nil if the chosen server is no longer in the list.
    var engine: RecognitionEngine? { get }
}
