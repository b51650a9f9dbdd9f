import Foundation
import Glibc
import ParlandoCore

/// Opened bytes of a recording, which a decoder process inherits. The descriptor is closed with this object.
final class SoundInput {
    let descriptor: Int32
    /// Arguments that describe the bytes to `parlando-decoder`.
    let arguments: [String]
    let isPipe: Bool

    private init(_ descriptor: Int32, _ arguments: [String], isPipe: Bool = false) {
        self.descriptor = descriptor
        self.arguments = arguments
        self.isPipe = isPipe
    }

    deinit {
        Glibc.close(descriptor)
    }

    /// Opens a file or a pipe, and waits for the first bytes of a pipe. Throws `missing`, `denied`, `empty` or
    /// `notAudio`.
    static func open(_ location: SoundLocation, stop: StopFlag) throws(AudioFileError) -> SoundInput {
        let opened = try SoundDescriptor.open(location)
        if let length = opened.length {
            return SoundInput(opened.descriptor, ["file", "\(opened.start)", "\(length)"])
        }
        let first = stop.bytes(from: opened.descriptor, count: MP4Signature.size, atLeast: MP4Signature.size)
        guard MP4Signature.begins(first) else {
            let digits = first.map { String(format: "%02x", $0) }.joined()
            return SoundInput(opened.descriptor, ["pipe", digits], isPipe: true)
        }
        guard let spooled = SpoolFile.spool(opened.descriptor, behind: first, stop) else {
            throw AudioFileError(.notAudio, detail: "no room to keep what comes through a pipe")
        }
        return SoundInput(spooled.descriptor, ["file", "0", "\(spooled.length)"])
    }
}
