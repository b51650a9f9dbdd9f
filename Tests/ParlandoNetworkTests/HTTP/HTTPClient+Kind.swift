import ParlandoCore

@testable import ParlandoNetwork

extension HTTPClient {
    /// How a request fails, nil: it does not.
    func kind(_ request: HTTPRequest) async -> HTTPError.Kind? {
        do throws(HTTPError) {
            let response = try await send(request)
            for try await _ in response.body {}
            return nil
        } catch {
            return error.kind
        }
    }
}
