// swift-format-ignore-file

/// Written by `scripts/bench train-onsets`, as is `data/onset-model.json`, which tells how the weights came about.
extension OnsetModel {
    static let fitted = OnsetModel(
        threshold: 18.6,
        terms: [
            OnsetTerm(1.2, OnsetRamp(.flux, 0.05, 0.1)),
            OnsetTerm(1.31, OnsetRamp(.flux, 0.1, 0.15)),
            OnsetTerm(1.08, OnsetRamp(.flux, 0.15, 0.2)),
            OnsetTerm(0.77, OnsetRamp(.flux, 0.2, 0.3)),
            OnsetTerm(0.36, OnsetRamp(.flux, 0.3, 0.5)),
            OnsetTerm(0.58, OnsetRamp(.flux, 0.5, 0.8)),
            OnsetTerm(1.43, OnsetRamp(.meanFlux, -0.5, -0.8)),
            OnsetTerm(1.09, OnsetRamp(.meanFlux, -0.8, -1.1)),
            OnsetTerm(0.77, OnsetRamp(.meanFlux, -1.1, -1.4)),
            OnsetTerm(0.79, OnsetRamp(.meanFlux, -1.4, -1.7)),
            OnsetTerm(0.53, OnsetRamp(.meanFlux, -1.7, -2)),
            OnsetTerm(0.2, OnsetRamp(.brightFlux, -2.5, -2)),
            OnsetTerm(0.39, OnsetRamp(.brightFlux, -2, -1.6)),
            OnsetTerm(1.87, OnsetRamp(.brightFlux, -1.6, -1.2)),
            OnsetTerm(0.74, OnsetRamp(.brightFlux, -1.2, -0.8)),
            OnsetTerm(0.1, OnsetRamp(.brightFlux, -0.8, -0.4)),
            OnsetTerm(0.02, OnsetRamp(.loudness, -2, -1.5)),
            OnsetTerm(0.24, OnsetRamp(.loudness, -1.5, -1.2)),
            OnsetTerm(0.76, OnsetRamp(.loudness, -1.2, -1)),
            OnsetTerm(0.91, OnsetRamp(.loudness, -1, -0.8)),
            OnsetTerm(1.59, OnsetRamp(.loudness, -0.8, -0.6)),
            OnsetTerm(1.5, OnsetRamp(.loudness, -0.6, -0.4)),
            OnsetTerm(0.18, OnsetRamp(.loudness, -0.4, -0.2)),
            OnsetTerm(0.43, OnsetRamp(.contrast, 0.4, 0.7)),
            OnsetTerm(0.73, OnsetRamp(.contrast, 1.1, 1.6)),
            OnsetTerm(0.8, OnsetRamp(.prominence, 0.15, 0.3)),
            OnsetTerm(1.44, OnsetRamp(.prominence, 0.3, 0.5)),
            OnsetTerm(0.81, OnsetRamp(.prominence, 0.5, 0.8)),
            OnsetTerm(0.67, OnsetRamp(.residual, 0, 0.05)),
            OnsetTerm(0.52, OnsetRamp(.residualShare, 0, 0.1)),
            OnsetTerm(0.62, OnsetRamp(.residualShare, 0.1, 0.2)),
            OnsetTerm(1.24, OnsetRamp(.residualShare, 0.2, 0.4)),
            OnsetTerm(1.38, OnsetRamp(.residualShare, 0.4, 0.7)),
            OnsetTerm(0.2, OnsetRamp(.interval, 0.04, 0.06)),
            OnsetTerm(1.69, OnsetRamp(.interval, 0.06, 0.09)),
            OnsetTerm(0.04, OnsetRamp(.interval, 0.09, 0.13)),
            OnsetTerm(1.43, OnsetRamp(.interval, 0.13, 0.2)),
            OnsetTerm(2.31, OnsetRamp(.again, 1, 0)),
            OnsetTerm(
                0.23, OnsetRamp(.lowNoteResidual, 0.05, 0.12),
                OnsetRamp(.flux, 0.08, 0.14),
                OnsetRamp(.meanFlux, -1.3, -1.6),
                OnsetRamp(.interval, 0.06, 0.09)),
            OnsetTerm(
                0.87, OnsetRamp(.residual, 0.1, 0.18),
                OnsetRamp(.flux, 0.08, 0.14),
                OnsetRamp(.meanFlux, -1.3, -1.6),
                OnsetRamp(.interval, 0.06, 0.09)),
            OnsetTerm(
                0.78, OnsetRamp(.prominence, 0.3, 0.5),
                OnsetRamp(.loudness, -0.9, -0.6)),
            OnsetTerm(
                1.01, OnsetRamp(.flux, 0.2, 0.5),
                OnsetRamp(.meanFlux, -1.1, -1.7)),
            OnsetTerm(
                -0.92, OnsetRamp(.prominence, 0.25, 0.1),
                OnsetRamp(.residualShare, 0.2, 0.08)),
            OnsetTerm(
                -1.32, OnsetRamp(.prominence, 0.25, 0.1),
                OnsetRamp(.residualShare, 0.2, 0.08),
                OnsetRamp(.meanFlux, -1.4, -1.1)),
        ])
}
