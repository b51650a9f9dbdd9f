/// Port: decodes audio files whose contents are in memory.
public protocol SoundDecoder: Sendable {
    /// Decodes WAV, MP3, Ogg (Vorbis, Opus), FLAC and other audio formats, and mixes the channels to mono. Throws
    /// `notAudio`, `empty` or `truncated`. Does not block a thread of Swift's cooperative thread pool.
    func decode(_ bytes: [UInt8]) async throws(AudioFileError) -> SpokenSound
}
