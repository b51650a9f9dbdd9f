import Foundation
import ParlandoCore

/// Multipart form that carries a recording (RFC 7578), in pieces so that the audio is not copied.
struct SpeechForm {
    /// Value of Content-Type.
    let contentType: String
    /// Body, in pieces.
    let pieces: [[UInt8]]

    init(_ recording: SpeechRecording, fields: [(name: String, value: String)]) {
        let boundary = "parlando-" + UUID().uuidString
        contentType = "multipart/form-data; boundary=" + boundary
        var head = ""
        for field in fields {
            head += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(field.name)\"\r\n\r\n\(field.value)\r\n"
        }
        head += "--\(boundary)\r\nContent-Disposition: form-data; name=\"file\"; filename=\"speech.wav\"\r\n"
        head += "Content-Type: audio/wav\r\n\r\n"
        pieces = [
            Array(head.utf8) + recording.waveHeader, recording.bytes, Array("\r\n--\(boundary)--\r\n".utf8),
        ]
    }
}
