import ParlandoCore
import Testing

/// Which field counts as the one that text goes into.
struct CaretFieldTests {
    @Test func theInputMethodThatReplacesADeadOneCountsVisitsAnew() {
        var scene = CaretScene()
        scene.begin(in: CaretScene.field(1, "a"))
        scene.say(["one"])
        scene.delivery.giveUp()
        scene.begin(in: CaretScene.field(1, "b"))
        #expect(scene.delivery.state == .waiting(.elsewhere))
        scene.say(["one two"])
        #expect(scene.written == ["one"])
        scene.apply(.left(path: "b", took: nil))
        scene.apply(.entered(CaretScene.field(2, "a")))
        #expect(scene.written == ["one", " two"])
    }

    @Test func namesFromBeforeARestartOfTheServiceAreForgottenWithADeadInputMethod() {
        var scene = CaretScene()
        scene.begin(in: CaretScene.field(1, "0:a"))
        scene.say(["one"])
        scene.apply(.lost)
        scene.delivery.giveUp()
        scene.begin(in: CaretScene.field(1, "0:a"))
        #expect(scene.delivery.state == .waiting(.elsewhere))
    }

    @Test func equalTextInAnotherContextIsAnotherField() {
        for isShared in [true, false] {
            var scene = CaretScene()
            let client = isShared ? "QIBusInputContext" : "gtk4-im:editor"
            scene.begin(in: CaretScene.field(1, "0:/ic/5", isShared: isShared, text: "Dear", client: client))
            scene.apply(.left(path: "0:/ic/5", took: nil))
            scene.apply(.entered(CaretScene.field(2, "0:/ic/9", isShared: isShared, text: "Dear", client: client)))
            #expect(scene.delivery.state == .waiting(.elsewhere))
        }
    }

    @Test func aFieldWithAnotherPurposeIsAnotherField() {
        var scene = CaretScene()
        scene.begin(in: CaretScene.field(1, isShared: true, text: "Dear"))
        scene.apply(.left(path: "a", took: nil))
        scene.apply(.entered(CaretScene.field(2, purpose: .line, isShared: true, text: "Dear")))
        #expect(scene.delivery.state == .waiting(.elsewhere))
        scene.apply(.left(path: "a", took: nil))
        scene.apply(.entered(CaretScene.field(3, isShared: true, text: "Dear")))
        #expect(scene.delivery.state == .writing)
        // In the same visit.
        scene.apply(.entered(CaretScene.field(3, purpose: .terminal, isShared: true, text: "Dear")))
        #expect(scene.delivery.state == .waiting(.elsewhere))
    }

    @Test func aFieldOfItsOwnMayStateItsPurposeLate() {
        var scene = CaretScene()
        scene.begin()
        scene.apply(.entered(CaretScene.field(1, purpose: .terminal)))
        #expect(scene.delivery.state == .writing)
    }

    @Test func aFieldThatMayBeForAPasswordIsChosenOnlyWithTextInItOrOnDemand() {
        let client = "QIBusInputContext"
        var scene = CaretScene()
        scene.begin(in: CaretScene.field(1, isShared: true, statesPurpose: false, client: client))
        scene.say(["one"])
        #expect(scene.delivery.state == .waiting(.unclear))
        scene.apply(.around(CaretSurroundings(text: "", caret: 0), visit: 1))
        #expect(scene.delivery.state == .waiting(.unclear))
        scene.apply(.left(path: "a", took: nil))
        scene.obey(scene.delivery.chooseAnother())
        scene.apply(.entered(CaretScene.field(2, isShared: true, statesPurpose: false, text: "", client: client)))
        #expect(scene.written == ["One"])

        var other = CaretScene()
        other.begin(in: CaretScene.field(1, isShared: true, statesPurpose: false, client: client))
        other.say(["one"])
        other.apply(.around(CaretSurroundings(text: "Dear", caret: 4), visit: 1))
        #expect(other.written == [" one"])
    }

    /// GTK 2 reports the text of any field, and an unnamed client may be GTK 2.
    @Test(arguments: ["gtk-im:gimp", ""])
    func textSaysNothingOfPasswordsUnlessTheClientIsKnownToHideThem(client: String) {
        var scene = CaretScene()
        scene.begin(in: CaretScene.field(1, statesPurpose: false, text: "s", client: client))
        scene.say(["one"])
        #expect(scene.delivery.state == .waiting(.unclear))
        #expect(scene.written.isEmpty)
    }

    @Test(arguments: ["gtk3-im:firefox", "gtk4-im:gedit", "QIBusInputContext", "xim"])
    func aFieldOfANamedProgramIsNotThisProgramsOwn(client: String) {
        var scene = CaretScene(isOwnWindowActive: true)
        scene.begin(in: CaretScene.field(1, isShared: client != "gtk4-im:gedit", text: "Dear", client: client))
        scene.say(["one"])
        // Both processes learn at different times that another window has the focus.
        scene.obey(scene.delivery.setOwnWindow(isActive: false))
        #expect(scene.written == [" one"])
    }

    @Test(arguments: ["", "gnome-shell", "wayland"])
    func aFieldOfANamelessProgramIsThisProgramsOwnWhileItsWindowIsActive(client: String) {
        var scene = CaretScene(isOwnWindowActive: true)
        scene.begin(in: CaretScene.field(1, isShared: true, text: "Dear", client: client))
        scene.say(["one"])
        scene.obey(scene.delivery.setOwnWindow(isActive: false))
        #expect(scene.written.isEmpty)
    }
}
