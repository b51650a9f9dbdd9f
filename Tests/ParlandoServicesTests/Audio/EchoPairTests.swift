import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

/// The microphone hears what the computer plays.
@Suite(.timeLimit(.minutes(1))) struct EchoPairTests {
    private let heard = FakeMicrophone()
    private let played = FakeMicrophone()
    private let pair: EchoPair
    private let person = MadeTalk.talk(seconds: 1, seed: 1)

    init() {
        pair = EchoPair(microphone: heard, computer: played)
    }

    private func samples(_ events: AsyncStream<CaptureEvent>) async -> [Float] {
        var samples: [Float] = []
        for await case .block(let block) in events {
            samples += block.samples
        }
        return samples
    }

    /// Plays both sounds as they come, a block of each in turn.
    private func play(
        _ sound: [Float], while other: [Float], heardBy events: inout AsyncStream<CaptureEvent>.Iterator
    ) async {
        for (block, otherBlock) in zip(
            ToneMaker.blocks(of: sound, frames: 320), ToneMaker.blocks(of: other, frames: 320))
        {
            played.play(.block(otherBlock))
            #expect(await events.next() == .block(otherBlock))
            heard.play(.block(block))
        }
    }

    @Test func oneAloneIsPassedOnUnchanged() async throws {
        let (microphone, computer) = (try await pair.microphone.open("usb"), pair.computer)
        heard.play(person, blockFrames: 333)
        pair.microphone.close()
        #expect(await samples(microphone) == person)
        let other = try await computer.open("computer")
        played.play(person)
        played.end()
        #expect(await samples(other) == person)
        #expect(heard.history == [.open("usb"), .close])
        #expect(played.history == [.open("computer")])
    }

    @Test func anErrorOfOpeningIsPassedOn() async {
        heard.failNextOpen(AudioError(.busy))
        await #expect(throws: AudioError(.busy)) { try await pair.microphone.open(nil) }
    }

    @Test func whatTheComputerPlaysIsTakenOutOfTheMicrophone() async throws {
        let microphone = try await pair.microphone.open(nil)
        var computer = try await pair.computer.open("computer").makeAsyncIterator()
        let loud = MadeTalk.talk(seconds: 8, seed: 2)
        let echo = try #require(MadeTalk.heard(loud, delay: 1600, decay: 0.3)).map { $0 / 2 }
        await play(echo, while: loud, heardBy: &computer)
        pair.microphone.close()
        let clean = await samples(microphone)
        #expect(clean.count == echo.count)
        #expect(MadeTalk.rms(clean.dropFirst(32_000)) < 0.05 * MadeTalk.rms(echo.dropFirst(32_000)))
    }

    @Test func whereNothingIsPlayedAllIsPassedOn() async throws {
        let microphone = try await pair.microphone.open(nil)
        var computer = try await pair.computer.open("computer").makeAsyncIterator()
        let sound = person + [0.1, 0.2, 0.3]
        await play(sound, while: ToneMaker.silence(seconds: 1.1), heardBy: &computer)
        heard.end()
        #expect(await samples(microphone) == sound)
    }

    @Test func aComputerThatGivesNoSoundHoldsNothingUp() async throws {
        var microphone = try await pair.microphone.open(nil).makeAsyncIterator()
        let computer = try await pair.computer.open("computer")
        heard.play(person, blockFrames: 320)
        // All but what waits for a third of a second, and the frame before.
        var count = 0
        while count < 16_000 - 6080 - 320 - 320, case .block(let block) = await microphone.next() {
            #expect(block.samples == Array(person[count..<count + block.samples.count]))
            count += block.samples.count
        }
        // Its close lets go of the rest.
        pair.computer.close()
        while count < 16_000, case .block(let block) = await microphone.next() {
            count += block.samples.count
        }
        #expect(count == 16_000)
        #expect(await samples(computer).isEmpty)
    }

    @Test func lossAndReturnArePassedOnInTheirPlace() async throws {
        let microphone = try await pair.microphone.open(nil)
        let computer = try await pair.computer.open("computer")
        heard.play(person, blockFrames: 320)
        heard.lose()
        heard.restore()
        heard.play(Array(person.prefix(100)), blockFrames: 320)
        pair.microphone.close()
        var count = 0
        var places: [Int] = []
        for await event in microphone {
            if case .block(let block) = event {
                count += block.samples.count
            } else {
                places.append(count)
            }
        }
        #expect(places == [16_000, 16_000])
        #expect(count == 16_100)
        played.lose()
        played.restore()
        played.play(.block(AudioBlock(samples: [])))
        played.end()
        var others: [CaptureEvent] = []
        for await event in computer {
            others.append(event)
        }
        #expect(others == [.lost(AudioError(.lost)), .restored, .block(AudioBlock(samples: []))])
    }

    @Test func eachIsOpenedAgainInAnyOrder() async throws {
        let first = try await pair.computer.open("computer")
        let microphone = try await pair.microphone.open(nil)
        let second = try await pair.computer.open("computer")
        heard.play(person, blockFrames: 320)
        let again = try await pair.microphone.open("usb")
        #expect(await samples(microphone) == person)
        heard.play(person, blockFrames: 320)
        played.end()
        heard.end()
        #expect(await samples(again) == person)
        #expect(await samples(first).isEmpty)
        #expect(await samples(second).isEmpty)
    }
}
