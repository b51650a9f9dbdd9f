import ParlandoCore
import ParlandoPresenters

extension Failure {
    /// The number that fits, and the sentence.
    init(_ error: TranslationError) {
        let code: Code =
            switch error.kind {
            case .tooLong, .nothingToTranslate: .badData
            case .addressRefused: .usage
            default: .unavailable
            }
        self.init(code, error.message.text)
    }
}
