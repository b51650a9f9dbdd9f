import ParlandoCore

/// What every page depends on that dictates.
protocol DictatingScreen {
    var panel: DictationPanel { get set }
    /// Who recognises from the next session on, nil: a server that is not in the list.
    var engine: RecognitionEngine? { get }
}
