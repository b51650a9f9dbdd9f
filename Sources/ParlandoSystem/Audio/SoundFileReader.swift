public import ParlandoCore

/// Reads WAV, FLAC, MP3, M4A, Ogg, Opus, films and whatever else FFmpeg knows, from files and pipes. May be used from
/// any thread; all reading is done on a thread of its own for each file.
public struct SoundFileReader: AudioFileReader {
    public init() {}

    /// Opens a file, reads its header, and the sound block by block as it is asked for.
    ///
    /// - Parameter seconds: length of each block but the last.
    /// - Throws: `missing`, `denied`, `empty` or `notAudio`. The blocks end with `truncated` when there is less sound
    ///   than the header says; all there is comes before.
    public func blocks(of path: String, seconds: Double) async throws(AudioFileError) -> AudioFile {
        try await blocks(of: SoundLocation(path: path), seconds: seconds)
    }

    /// The same of a place that may be a pipe, or a file whose name is not UTF-8. A pipe is waited for; whoever is
    /// cancelled while the blocks are read waits no longer.
    ///
    /// - Parameter channels: what is heard of several.
    public func blocks(
        of location: SoundLocation, seconds: Double, channels: ChannelChoice = .mix
    ) async throws(AudioFileError) -> AudioFile {
        let stream = SoundFileStream(location, blockSeconds: seconds, channels: channels)
        let opened = try await stream.open()
        let blocks = AsyncThrowingStream {
            try await withTaskCancellationHandler {
                try await stream.next()
            } onCancel: {
                stream.stop()
            }
        }
        return AudioFile(seconds: opened.seconds, channels: opened.channels, blocks: blocks) { await stream.report() }
    }
}
