/// Port: saves sound as an audio file that other programs can play.
public protocol SoundSaver: Sendable {
    /// Writes a 16-bit WAV file atomically. Replaces an existing file.
    func save(_ sound: SpokenSound, to path: String) async throws(AudioFileError)
}
