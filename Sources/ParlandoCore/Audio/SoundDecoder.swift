/// Port: decodes audio files in memory to samples.
public protocol SoundDecoder: Sendable {
    /// Decodes WAV, MP3, Ogg (Vorbis, Opus), FLAC and other audio formats, mixed to mono. Throws `notAudio`, `empty` or
    /// `truncated`. Does not block a thread of Swift's cooperative thread pool.
    func decode(_ bytes: [UInt8]) async throws(AudioFileError) -> SpokenSound
}
