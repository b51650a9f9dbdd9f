public import ParlandoCore

/// Reader for WAV, FLAC, MP3, M4A, Ogg, Opus, films and all other formats that FFmpeg supports, from files and pipes.
/// Thread-safe; each file is read on a thread of its own.
public struct SoundFileReader: AudioFileReader {
    public init() {}

    /// Opens a file and reads its header. The audio is then read block by block on demand.
    ///
    /// - Parameter seconds: duration of each block except the last.
    /// - Throws: `missing`, `denied`, `empty` or `notAudio`. If there is less audio than the header states, the blocks
    ///   end with `truncated` after all existing audio.
    public func blocks(of path: String, seconds: Double) async throws(AudioFileError) -> AudioFile {
        try await blocks(of: SoundLocation(path: path), seconds: seconds)
    }

    /// Opens a location that may also be a pipe or a file whose name is not UTF-8. Waits for a pipe; cancelling the
    /// task that opens it or reads the blocks ends the wait.
    ///
    /// - Parameter channels: channel to read, or a mix of all.
    public func blocks(
        of location: SoundLocation, seconds: Double, channels: ChannelChoice = .mix
    ) async throws(AudioFileError) -> AudioFile {
        let stream = SoundFileStream(location, blockSeconds: seconds, channels: channels)
        let opening = await withTaskCancellationHandler { () -> Result<SoundFileStream.Opened, AudioFileError> in
            do throws(AudioFileError) {
                return .success(try await stream.open())
            } catch {
                return .failure(error)
            }
        } onCancel: {
            stream.stop()
        }
        let opened = try opening.get()
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
