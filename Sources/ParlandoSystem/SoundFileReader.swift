public import ParlandoCore

/// Reads WAV, FLAC, Ogg, Opus, MP3, AIFF and whatever else libsndfile knows. May be used from any thread.
public struct SoundFileReader: AudioFileReader {
    public init() {}

    /// Opens a file; reads its header on the calling thread, and the sound on one of its own, block by block as it is
    /// asked for.
    ///
    /// - Parameter seconds: length of each block but the last.
    /// - Throws: `missing`, `denied`, `empty` or `notAudio`. The blocks end with `truncated` when there is less sound
    ///   than the header says; all there is comes before.
    public func blocks(of path: String, seconds: Double) throws(AudioFileError) -> AudioFile {
        let stream = try SoundFileStream(path: path, blockSeconds: seconds)
        return AudioFile(seconds: stream.seconds, blocks: AsyncThrowingStream { try await stream.next() })
    }
}
