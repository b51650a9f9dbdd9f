/// Port: writes sound into a file that other programs can play.
public protocol SoundSaver: Sendable {
    /// Writes a WAV file, 16 bits, in place of an earlier one of that name; either all of it or nothing.
    func save(_ sound: SpokenSound, to path: String) async throws(AudioFileError)
}
