// swift-format-ignore-file

/// Written by `scripts/bench train-onsets`, as is `data/onset-model.json`, which tells how the weights came about.
extension OnsetModel {
    static let fitted = OnsetModel(
        threshold: 16.9,
        terms: [
            OnsetTerm(1.62, OnsetRamp(.flux, 0.05, 0.1)),
            OnsetTerm(1.41, OnsetRamp(.flux, 0.1, 0.15)),
            OnsetTerm(1.14, OnsetRamp(.flux, 0.15, 0.2)),
            OnsetTerm(0.68, OnsetRamp(.flux, 0.2, 0.3)),
            OnsetTerm(0.52, OnsetRamp(.flux, 0.3, 0.5)),
            OnsetTerm(0.45, OnsetRamp(.flux, 0.5, 0.8)),
            OnsetTerm(1.61, OnsetRamp(.meanFlux, -0.5, -0.8)),
            OnsetTerm(1.18, OnsetRamp(.meanFlux, -0.8, -1.1)),
            OnsetTerm(1.07, OnsetRamp(.meanFlux, -1.1, -1.4)),
            OnsetTerm(0.72, OnsetRamp(.meanFlux, -1.4, -1.7)),
            OnsetTerm(0.51, OnsetRamp(.meanFlux, -1.7, -2)),
            OnsetTerm(0.03, OnsetRamp(.loudness, -2, -1.5)),
            OnsetTerm(0.21, OnsetRamp(.loudness, -1.5, -1.2)),
            OnsetTerm(0.76, OnsetRamp(.loudness, -1.2, -1)),
            OnsetTerm(1.02, OnsetRamp(.loudness, -1, -0.8)),
            OnsetTerm(1.64, OnsetRamp(.loudness, -0.8, -0.6)),
            OnsetTerm(1.56, OnsetRamp(.loudness, -0.6, -0.4)),
            OnsetTerm(0.37, OnsetRamp(.loudness, -0.4, -0.2)),
            OnsetTerm(0.16, OnsetRamp(.contrast, 0.4, 0.7)),
            OnsetTerm(0.49, OnsetRamp(.contrast, 1.1, 1.6)),
            OnsetTerm(0.67, OnsetRamp(.prominence, 0.15, 0.3)),
            OnsetTerm(1.52, OnsetRamp(.prominence, 0.3, 0.5)),
            OnsetTerm(1.2, OnsetRamp(.prominence, 0.5, 0.8)),
            OnsetTerm(0.7, OnsetRamp(.residual, 0, 0.05)),
            OnsetTerm(0.62, OnsetRamp(.residualShare, 0, 0.1)),
            OnsetTerm(0.38, OnsetRamp(.residualShare, 0.1, 0.2)),
            OnsetTerm(1.3, OnsetRamp(.residualShare, 0.2, 0.4)),
            OnsetTerm(1.33, OnsetRamp(.residualShare, 0.4, 0.7)),
            OnsetTerm(0.14, OnsetRamp(.interval, 0.04, 0.06)),
            OnsetTerm(1.87, OnsetRamp(.interval, 0.06, 0.09)),
            OnsetTerm(0.1, OnsetRamp(.interval, 0.09, 0.13)),
            OnsetTerm(1.1, OnsetRamp(.interval, 0.13, 0.2)),
            OnsetTerm(
                1.06, OnsetRamp(.residual, 0.1, 0.18),
                OnsetRamp(.flux, 0.08, 0.14),
                OnsetRamp(.meanFlux, -1.3, -1.6),
                OnsetRamp(.interval, 0.06, 0.09)),
            OnsetTerm(
                0.99, OnsetRamp(.prominence, 0.3, 0.5),
                OnsetRamp(.loudness, -0.9, -0.6)),
            OnsetTerm(
                1.28, OnsetRamp(.flux, 0.2, 0.5),
                OnsetRamp(.meanFlux, -1.1, -1.7)),
            OnsetTerm(
                -1.2, OnsetRamp(.prominence, 0.25, 0.1),
                OnsetRamp(.residualShare, 0.2, 0.08)),
            OnsetTerm(
                -1.22, OnsetRamp(.prominence, 0.25, 0.1),
                OnsetRamp(.residualShare, 0.2, 0.08),
                OnsetRamp(.meanFlux, -1.4, -1.1)),
        ])
}
