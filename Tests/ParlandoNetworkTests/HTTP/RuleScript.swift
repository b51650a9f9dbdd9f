import ParlandoTestSupport

/// Answers each request by a rule that the test states.
struct RuleScript: AnswerScript {
    private let rule: @Sendable (ServerRequest) -> MadeAnswer

    init(_ rule: @escaping @Sendable (ServerRequest) -> MadeAnswer) {
        self.rule = rule
    }

    func answer(to request: ServerRequest) -> MadeAnswer {
        rule(request)
    }
}
