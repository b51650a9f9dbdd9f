import ParlandoCore
import Testing

/// Which models are offered, and which one is recommended, by language and measured speed.
struct ModelOffersTests {
    private static let catalogue = [
        model("small", 12, 768, 487, isMultilingual: true), model("tiny.en", 4, 384, 78),
        model("small.en", 12, 768, 488), model("base.en", 6, 512, 148),
        model("base", 6, 512, 148, isMultilingual: true),
        SpeechModel(name: "silero", kind: .voiceActivity, bytes: 1, sha256: ""),
    ]

    private static func model(
        _ name: String, _ layers: Int, _ width: Int, _ megabytes: Int64, isMultilingual: Bool = false
    ) -> SpeechModel {
        SpeechModel(
            name: name, bytes: megabytes * 1_000_000, sha256: "", isMultilingual: isMultilingual,
            shape: ModelShape(width: width, encoderLayers: layers, decoderLayers: layers))
    }

    /// A machine that recognises so many times faster than speech with `tiny.en`.
    private func machine(_ factor: Double) -> MachineSpeed {
        MachineSpeed(
            shape: ModelShape(width: 384, encoderLayers: 4, decoderLayers: 4), encoding: 30 / factor, decoding: 0)
    }

    @Test(arguments: [
        ("en", 5.0, "tiny.en"), ("en", 25, "tiny.en"), ("en", 60, "base.en"), ("en", 200, "small.en"),
        ("ru", 5, "base"), ("ru", 60, "base"), ("ru", 200, "small"), ("tlh", 200, "small"),
    ])
    func theLargestModelThatKeepsUpIsRecommended(language: String, factor: Double, name: String) {
        let offers = ModelOffers(Self.catalogue, language: language, speed: machine(factor), memory: nil)
        #expect(offers.recommended?.name == name)
        #expect(offers.offers.count(where: \.isRecommended) == 1)
    }

    @Test func anEnglishDesktopIsOfferedEnglishModelsAndAnyOtherMultilingualOnes() {
        let english = ModelOffers(Self.catalogue, language: "en", speed: nil, memory: nil)
        #expect(english.offers.map(\.id) == ["tiny.en", "base.en", "small.en"])
        let russian = ModelOffers(Self.catalogue, language: "ru", speed: nil, memory: nil)
        #expect(russian.offers.map(\.id) == ["base", "small"])
    }

    @Test func anUnknownSpeedIsNotInventedAndTheSmallestModelIsRecommended() {
        let offers = ModelOffers(Self.catalogue, language: "en", speed: nil, memory: nil)
        #expect(offers.offers.allSatisfy { $0.factor == nil })
        #expect(offers.recommended?.name == "tiny.en")
        let unknownShape = [SpeechModel(name: "odd.en", bytes: 1, sha256: "")]
        let unmeasurable = ModelOffers(unknownShape, language: "en", speed: machine(100), memory: nil)
        #expect(unmeasurable.offers.map(\.factor) == [nil])
    }

    @Test func aModelThatDoesNotFitIntoMemoryIsNotRecommended() {
        let offers = ModelOffers(Self.catalogue, language: "en", speed: machine(200), memory: 400_000_000)
        #expect(offers.recommended?.name == "base.en")
    }

    @Test func aCatalogueWithoutTheLanguageOffersWhatThereIs() {
        let english = Self.catalogue.filter { !$0.isMultilingual }
        let offers = ModelOffers(english, language: "ru", speed: nil, memory: nil)
        #expect(offers.offers.map(\.id) == ["tiny.en", "base.en", "small.en"])
        #expect(ModelOffers([], language: "ru", speed: nil, memory: nil).recommended == nil)
    }
}

/// The speed of a model, from what was measured with another one.
struct MachineSpeedTests {
    private let tiny = ModelShape(width: 384, encoderLayers: 4, decoderLayers: 4)
    private let small = ModelShape(width: 768, encoderLayers: 12, decoderLayers: 12)

    @Test func theMeasuredShapeIsAsFastAsItWasMeasured() {
        // 30 s of sound in 0.5 s of encoding and 100 tokens of 5 ms.
        let speed = MachineSpeed(shape: tiny, encoding: 0.5, decoding: 0.005)
        #expect(abs(speed.factor(of: tiny) - 30) < 1e-9)
    }

    @Test func anotherShapeIsSlowerByItsWork() {
        let speed = MachineSpeed(shape: tiny, encoding: 0.5, decoding: 0)
        let ratio = speed.factor(of: tiny) / speed.factor(of: small)
        #expect(abs(ratio - small.encoderWork / tiny.encoderWork) < 1e-9)
        // Twice as wide and three times as deep: more than ten times the work, and less than the sixteen without
        // attention.
        #expect((9...12).contains(ratio))
    }

    @Test func aClockThatStoodStillMakesNoMachineInfinitelyFast() {
        #expect(MachineSpeed(shape: tiny, encoding: 0, decoding: 0).factor(of: small) == 0)
    }
}
