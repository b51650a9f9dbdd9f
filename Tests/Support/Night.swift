import Foundation

/// `scripts/test nightly`, which has time for hours of speech and for every repetition.
public enum Night {
    /// Whether the tests run at night.
    public static let isNow = ProcessInfo.processInfo.environment["PARLANDO_NIGHTLY"] == "1"
}
