import ParlandoCore
import ParlandoWhisper

/// Makes what tells speech from silence from the model that is on disk by then.
struct StoredGateMaker: SpeechGateMaker {
    let store: any ModelStore

    func makeGate() throws(RecognitionError) -> any SpeechGate {
        guard let model = store.catalogue.first(where: { $0.kind == .voiceActivity }), let path = store.path(of: model)
        else {
            throw RecognitionError(.modelMissing, detail: "no model that tells speech from silence")
        }
        return try SileroGateMaker(path: path).makeGate()
    }
}
