import Foundation
import ParlandoCore

/// Multipart form (RFC 7578) that carries a recording. It is kept in pieces, so that the audio need not be copied.
struct SpeechForm {
    /// Value of Content-Type.
    let contentType: String
    /// Body of the request, in pieces to be sent one after another.
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
