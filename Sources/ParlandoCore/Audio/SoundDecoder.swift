/// Port: sound in any common form, in memory, to samples.
public protocol SoundDecoder: Sendable {
    /// Decodes WAV, MP3, Ogg (Vorbis, Opus), FLAC and what else recordings are kept in; several channels become one.
    /// Throws `notAudio`, `empty` or `truncated`. Blocks no thread of the shared pool.
    func decode(_ bytes: [UInt8]) async throws(AudioFileError) -> SpokenSound
}
