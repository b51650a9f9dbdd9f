/// Port: plays sounds one after the other without a gap.
public protocol SoundPlayer: Sendable {
    /// Opens a loudspeaker at once and plays the sounds one after another as they arrive. Plays silence while no sound
    /// is waiting. Opens the system's default loudspeaker if `device` is nil. Only one playback runs at a time:
    /// starting another one ends the earlier one.
    ///
    /// - Returns: a stream of the number of seconds of sound heard so far, with several elements a second. The stream
    ///   ends once the last sound has been heard or another playback has started. Throws `AudioError`. Cancelling the
    ///   consuming task stops playback at once.
    func play(_ sounds: AsyncStream<SpokenSound>, on device: AudioDevice.ID?) -> AsyncThrowingStream<Double, any Error>
    /// Pauses playback. The loudspeaker is silent within a fifth of a second.
    func pause()
    /// Resumes playback at the position where it was paused.
    func resume()
}
