import ParlandoCore
import Testing

@Suite struct WaitingLineTests {
    private func order(_ line: WaitingLine) -> [Int] {
        var line = line
        var called: [Int] = []
        while let ticket = line.callNext() {
            called.append(ticket)
        }
        return called
    }

    @Test func theUrgentComeFirstAndEqualsInTheOrderTheyCame() {
        var line = WaitingLine()
        let priorities: [TranslationPriority] = [.ahead, .typed, .spoken, .typed, .ahead, .spoken]
        for (ticket, priority) in priorities.enumerated() {
            #expect(line.join(ticket, priority: priority) == nil)
        }
        #expect(order(line) == [2, 5, 1, 3, 0, 4])
    }

    @Test func inAFullLineTheLastOfTheLeastUrgentLeaves() {
        var line = WaitingLine(capacity: 3)
        for ticket in 0..<3 {
            #expect(line.join(ticket, priority: .typed) == nil)
        }
        #expect(line.join(3, priority: .typed) == 3)
        #expect(line.join(4, priority: .ahead) == 4)
        #expect(line.join(5, priority: .spoken) == 2)
        #expect(order(line) == [5, 0, 1])
    }

    @Test func whoeverLeavesIsNotCalled() {
        var line = WaitingLine()
        for ticket in 0..<4 {
            _ = line.join(ticket, priority: .spoken)
        }
        line.leave(0)
        line.leave(2)
        line.leave(7)
        #expect(order(line) == [1, 3])
    }
}
