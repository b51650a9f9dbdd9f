import ParlandoSignal

/// JSON line for one onset candidate (a sound that may be a stroke) and the features by which it is judged.
struct CandidateLine {
    private let candidate: OnsetCandidate
    private let rate: Double

    init(_ candidate: OnsetCandidate, rate: Int) {
        self.candidate = candidate
        self.rate = Double(rate)
    }

    func jsonLine() -> String {
        // The order of the keys is fixed, so that lines can be compared.
        let features = OnsetFeature.allCases.map { "\"\($0)\":\(candidate.features[$0])" }
        return "{\"t\":\(seconds(candidate.frame)),\"end\":\(seconds(candidate.end)),\"click\":\(candidate.isClick),"
            + "\"accepted\":\(candidate.isAccepted),"
            + "\"features\":{\(features.joined(separator: ","))}}"
    }

    private func seconds(_ frame: Double) -> Double {
        (frame / rate * 1e6).rounded() / 1e6
    }
}
