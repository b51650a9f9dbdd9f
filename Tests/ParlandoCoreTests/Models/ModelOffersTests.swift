import ParlandoCore
import Testing

/// Which models are offered, and which one is recommended, by language, processor cores and memory.
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

    @Test(arguments: [
        ("en", 1, "tiny.en"), ("en", 2, "tiny.en"), ("en", 3, "base.en"), ("en", 4, "base.en"), ("ru", 1, "base"),
        ("ru", 4, "base"), ("tlh", 64, "small"),
    ])
    func theLargestModelThatKeepsUpIsRecommended(language: String, threads: Int, name: String) {
        let offers = ModelOffers(Self.catalogue, language: language, machine: Machine(threads: threads))
        #expect(offers.recommended?.name == name)
        #expect(offers.offers.count(where: \.isRecommended) == 1)
        #expect(offers.all.map(\.id) == Self.catalogue.filter { $0.kind == .speech }.map(\.name))
        #expect(offers.all.filter(\.isRecommended).map(\.id) == [name])
    }

    @Test func anEnglishDesktopIsOfferedEnglishModelsAndAnyOtherMultilingualOnes() {
        let english = ModelOffers(Self.catalogue, language: "en", machine: Machine())
        #expect(english.offers.map(\.id) == ["tiny.en", "base.en", "small.en"])
        let russian = ModelOffers(Self.catalogue, language: "ru", machine: Machine())
        #expect(russian.offers.map(\.id) == ["base", "small"])
    }

    @Test func aModelOfUnknownShapeIsNotRecommendedUnlessItIsTheSmallest() {
        let large = [SpeechModel(name: "odd.en", bytes: 500_000_000, sha256: "")]
        let all = ModelOffers(Self.catalogue + large, language: "en", machine: Machine(threads: 4))
        #expect(all.recommended?.name == "base.en")
        #expect(ModelOffers(large, language: "en", machine: Machine()).recommended?.name == "odd.en")
    }

    @Test func aModelThatDoesNotFitIntoMemoryIsNotRecommended() {
        let machine = Machine(threads: 4, memory: 200_000_000)
        let offers = ModelOffers(Self.catalogue, language: "en", machine: machine)
        #expect(offers.recommended?.name == "tiny.en")
    }

    @Test func aMeasuredSpeedReplacesTheEstimateAndRecommendsASmallerModelIfItIsFarTooLow() {
        func offers(_ speed: Double?) -> ModelOffers {
            ModelOffers(
                Self.catalogue, language: "en", machine: Machine(threads: 4),
                speeds: speed.map { ["base.en": $0] } ?? [:])
        }
        #expect(offers(nil).all.allSatisfy { !$0.isMeasured && $0.speed ?? 0 > 1 })
        let outcomes: [(Double, String)] = [(11, "base.en"), (7, "base.en"), (5, "tiny.en"), (.nan, "tiny.en")]
        for (speed, name) in outcomes {
            #expect(offers(speed).recommended?.name == name)
        }
        let base = offers(11).all.first { $0.id == "base.en" }
        #expect(base?.speed == 11 && base?.isMeasured == true)
    }

    @Test func aCatalogueWithoutTheLanguageOffersWhatThereIs() {
        let english = Self.catalogue.filter { !$0.isMultilingual }
        let offers = ModelOffers(english, language: "ru", machine: Machine())
        #expect(offers.offers.map(\.id) == ["tiny.en", "base.en", "small.en"])
        #expect(ModelOffers([], language: "ru", machine: Machine()).recommended == nil)
    }
}
