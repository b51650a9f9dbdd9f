import Foundation
import ParlandoCore

/// Client of the Gemini API: addresses, key, and the meaning of error responses. A value type; thread-safe.
struct GeminiService: Sendable {
    /// Maximum number of bytes to read of a model list or an error response.
    private static let mostBytes = 1 << 20
    /// Maximum number of pages to read of a model list.
    private static let mostPages = 10

    private let client: HTTPClient
    private let key: Private<String>?
    private let home: String
    private let timeout: Duration

    /// - Parameter home: address of the service, without a path.
    init(client: HTTPClient, key: Private<String>?, home: String, timeout: Duration) {
        self.client = client
        self.key = key
        self.home = home
        self.timeout = timeout
    }

    /// Sends a request and returns once it has been accepted. Throws `TranslationError`, `HTTPError`.
    func send(_ path: String, post body: [UInt8]? = nil) async throws -> HTTPResponse {
        let request = try HTTPRequest(google: "\(home)/v1beta/\(path)", key: key, post: body, timeout: timeout)
        let response = try await client.send(request)
        guard response.head.status == 200 else {
            throw await Self.refusal(response)
        }
        return response
    }

    /// Returns all models that generate text, in the service's order.
    func models() async throws -> [GeminiModel] {
        var models: [GeminiModel] = []
        var token: String?
        for _ in 0..<Self.mostPages {
            let next = token.map { "&pageToken=\($0)" } ?? ""
            let bytes = try await send("models?pageSize=1000\(next)").bytes(most: Self.mostBytes)
            guard let page = try? OutsideJSON.decode(GeminiModelPage.self, from: Data(bytes)) else {
                throw TranslationError(.badAnswer, detail: "a list of models that is not understood")
            }
            models += page.usable
            token = page.nextPageToken?.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
            if token?.isEmpty ?? true {
                break
            }
        }
        return models
    }

    private static func refusal(_ response: HTTPResponse) async -> any Error {
        do {
            let bytes = try await response.bytes(most: mostBytes)
            let failure = try GeminiAnswer.read(bytes).lazy.compactMap(\.error).first
            if let failure {
                return failure.error(head: response.head)
            }
        } catch let error as HTTPError where error.kind == .cancelled {
            return CancellationError()
        } catch {
            // Only the status is known then.
        }
        return TranslationError(
            TranslationError.kind(ofStatus: response.head.status), detail: "\(response.head.status)",
            retryAfter: response.head.retryAfter)
    }
}
