/// Port: plays sounds one after the other, without a gap between them.
public protocol SoundPlayer: Sendable {
    /// Opens a loudspeaker (nil: the system's default) at once and plays the sounds as they come; while none is there
    /// it is silent. One playback at a time: another one ends the earlier.
    ///
    /// - Returns: the seconds of sound that have been heard, several times a second. Ends when the last sound has been
    ///   heard, or when another playback began. Throws `AudioError`. Cancelling the consuming task stops at once.
    func play(_ sounds: AsyncStream<SpokenSound>, on device: AudioDevice.ID?) -> AsyncThrowingStream<Double, any Error>
    /// Holds the playback where it is. Nothing sounds from a fifth of a second later on.
    func pause()
    /// Goes on where it was held.
    func resume()
}
