import ParlandoTestSupport
import Testing

/// A form as a server reads it (RFC 7578).
struct Form {
    var fields: [String: String] = [:]
    var file: [UInt8] = []
    var fileType: String?

    init(_ request: ServerRequest) throws {
        let type = try #require(request.headers["content-type"])
        let boundary = "--" + (try #require(type.split(separator: "boundary=").last))
        // Latin-1 keeps every byte.
        let text = String(String.UnicodeScalarView(request.body.map { Unicode.Scalar($0) }))
        let parts = text.split(separator: boundary, omittingEmptySubsequences: true)
        #expect(parts.last == "--\r\n")
        for part in parts.dropLast() {
            let border = try #require(part.unicodeScalars.firstRange(of: "\r\n\r\n".unicodeScalars))
            let head = part.unicodeScalars[..<border.lowerBound]
            let value = part.unicodeScalars[border.upperBound...].dropLast(2)
            let name = try #require(String(head).firstMatch(of: /; name="(\w+)"/)?.output.1)
            if name == "file" {
                file = value.map { UInt8($0.value) }
                fileType = (String(head).firstMatch(of: /Content-Type: (.*)/)?.output.1).map { String($0) }
            } else {
                fields[String(name)] = String(value)
            }
        }
    }
}
