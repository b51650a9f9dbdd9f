/// Function words of several languages, which have a capital letter only at the beginning of a sentence: articles,
/// pronouns, conjunctions, prepositions, auxiliaries and question words. Words that are also names, such as "will" and
/// "may", are left out, and so are forms of address that are capitalised out of politeness.
enum FunctionWords {
    /// Returns whether a word is a function word of a language.
    ///
    /// - Parameters:
    ///   - word: the word in lower case. In contractions ("it's", "l'homme"), the part before the apostrophe decides.
    ///   - language: ISO 639-1 code of the language.
    static func contain(_ word: String, language: String) -> Bool {
        guard let words = lists[language] else {
            return false
        }
        let straight = word.replacing("’", with: "'")
        if words.contains(straight) {
            return true
        }
        return straight.firstIndex(of: "'").map { words.contains(String(straight[..<$0])) } ?? false
    }

    private static let lists: [String: Set<String>] = [
        "en": english, "ru": russian, "de": german, "fr": french, "es": spanish, "it": italian, "pt": portuguese,
        "nl": dutch, "sv": swedish, "pl": polish,
    ]

    private static func split(_ words: String) -> Set<String> {
        Set(words.split { $0.isWhitespace }.map(String.init))
    }

    private static let english = split(
        """
        a an the this that these those it its itself he him his himself she her hers herself we us our ours ourselves
        you your yours yourself yourselves they them their theirs themselves me my mine myself one someone somebody
        something anyone anybody anything everyone everybody everything nobody nothing none each every either neither
        both all any some such other another same few many much more most less several
        and but or nor so yet for because although though while whereas if unless until till since than whether as
        of in on at by to from with without within into onto out off over under above below between among through
        throughout during before after about against around across along behind beside besides beyond despite down up
        except inside outside near per toward towards upon via like unlike
        am is are was were be been being have has had having do does did doing done can could shall should would might
        must ought
        who whom whose which what when where why how
        not no yes then there here now also too very just only even still already again never always often sometimes
        however therefore thus hence instead perhaps maybe otherwise meanwhile
        don't doesn't didn't isn't aren't wasn't weren't haven't hasn't hadn't can't couldn't shouldn't wouldn't won't
        mustn't needn't let's
        """)

    private static let russian = split(
        """
        я ты он она оно мы они меня мне мной тебя тебе тобой его ему ей её ее им их нас нам нами ими себя себе собой
        мой моя моё мое мои твой твоя твоё твое твои наш наша наше наши свой своя своё свое свои этот эта это эти тот та
        те такой такая такое такие весь всё все вся каждый каждая каждое сам сама само сами другой другая другое другие
        кто что чего чему чем кого кому кем какой какая какое какие который которая которое которые чей чья чьё чьи
        никто ничто ничего кто-то что-то кто-нибудь что-нибудь какой-то
        и а но или либо да зато однако тоже также если чтобы хотя потому поэтому когда пока едва словно будто как так
        раз ли же бы не ни нет ведь вот даже лишь только именно уже ещё еще
        в во на с со к ко по о об обо от ото из изо за под подо над надо до для без при про через перед между среди
        около возле после кроме вместо ради из-за из-под против вокруг внутри
        где куда откуда почему зачем отчего сколько здесь тут там туда сюда тогда теперь сейчас потом затем сначала
        всегда никогда иногда часто очень можно нельзя нужно
        был была было были будет будут буду будем будешь быть есть может могут могу можем
        """)

    private static let german = split(
        """
        der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner dieser diese dieses
        diesen diesem jener jene jenes jeder jede jedes jeden jedem welcher welche welches
        ich du er es wir mich mir dich dir ihn ihm uns euch sich man mein meine meinen meinem meiner dein deine deinen
        unser unsere unseren seine seinen seinem seiner jemand niemand etwas nichts alles alle beide
        und oder aber denn sondern doch dass weil wenn als ob obwohl damit während bevor nachdem bis seit sobald solange
        sowie weder noch entweder
        in im an am auf aus bei beim mit nach von vom vor zu zum zur über unter zwischen neben hinter für gegen ohne um
        durch trotz wegen statt
        wer wen wem wessen was wann wo wohin woher warum wieso weshalb wie
        bin bist ist sind seid war waren wäre wären hat haben hatte hatten hätte hätten werde wird werden wurde
        wurden würden kann können konnte könnte müssen musste sollen sollte will wollen wollte darf
        dürfen mag möchte
        nicht nur auch schon noch sehr so dann da dort hier jetzt nun immer nie wieder also deshalb deswegen trotzdem
        außerdem vielleicht zuerst danach dabei dazu daher
        """)

    private static let french = split(
        """
        le la les l un une des du de d au aux ce cet cette ces c mon ma mes ton ta tes son sa ses notre nos leur leurs
        je j tu il elle on nous ils elles me m te t se s lui eux y en moi toi soi qui que qu quoi dont où quel quelle
        quels quelles lequel laquelle lesquels lesquelles celui celle ceux celles cela ça ceci rien personne chacun
        chacune tout toute tous toutes quelque quelques plusieurs aucun aucune autre autres
        et ou mais donc or ni car si comme lorsque lorsqu quand puisque puisqu quoique parce afin tandis pendant
        à dans par pour sur sous avec sans entre vers chez contre depuis dès jusque jusqu avant après devant derrière
        malgré parmi selon
        comment combien pourquoi
        est sont était étaient sera seront suis es sommes êtes ai as a avons avez ont avait avaient aura peut peuvent
        doit doivent fait
        ne n pas plus non oui aussi très bien alors ainsi puis ensuite enfin déjà encore toujours jamais ici là
        maintenant cependant pourtant peut-être
        """)

    private static let spanish = split(
        """
        el la los las lo un una unos unas este esta esto estos estas ese esa eso esos esas aquel aquella aquello
        aquellos aquellas mi mis tu tus su sus nuestro nuestra nuestros nuestras yo tú él ella nosotros nosotras ellos
        ellas me te se le les nos os mí ti sí alguien algo nadie nada cada todo toda todos todas otro otra otros otras
        mismo misma algún alguna algunos algunas ningún ninguna varios varias
        y e o u pero sino ni que si porque aunque cuando mientras como pues
        a ante bajo con contra de del al desde durante en entre hacia hasta para por según sin sobre tras
        quién quiénes qué cuál cuáles cuándo dónde adónde cómo cuánto cuánta cuántos cuántas quien quienes cual cuales
        donde
        es son era eran fue fueron será serán soy eres somos está están estaba estaban estoy he has ha hemos han había
        habían hay puede pueden debe deben
        no también tampoco muy más menos ya aún todavía siempre nunca aquí allí ahí ahora entonces luego después antes
        así además quizás quizá
        """)

    private static let italian = split(
        """
        il lo la i gli le l un uno una questo questa questi queste quest quello quella quelli quelle quel quei quegli
        mio mia miei mie tuo tua tuoi tue suo sua suoi sue nostro nostra nostri nostre loro io tu lui noi essi esse mi
        ti si ci vi ne me te sé chi che cui quale quali qualcuno qualcosa nessuno niente nulla ogni tutto tutta tutti
        tutte altro altra altri altre alcuni alcune
        e ed o oppure ma però anzi né se perché poiché affinché quando mentre come benché sebbene dunque quindi
        a ad di d da in con su per tra fra del dello della dell dei degli delle al allo alla all ai agli alle dal dallo
        dalla dall dai dagli dalle nel nello nella nell nei negli nelle sul sullo sulla sull sui sugli sulle senza sopra
        sotto dentro fuori verso contro durante dopo prima
        cosa dove dov com quanto quanta quanti quante
        è sono era erano sarà saranno sei siamo ho hai ha abbiamo hanno aveva avevano può possono deve devono c'è
        non anche molto più meno già ancora sempre mai qui qua lì là ora adesso allora poi così inoltre forse
        """)

    private static let portuguese = split(
        """
        o a os as um uma uns umas este esta isto estes estas esse essa isso esses essas aquele aquela aquilo aqueles
        aquelas meu minha meus minhas teu tua teus tuas seu sua seus suas nosso nossa nossos nossas eu tu ele ela nós
        eles elas você vocês me te se lhe lhes mim ti si alguém algo ninguém nada cada tudo todo toda todos todas outro
        outra outros outras mesmo mesma algum alguma alguns algumas nenhum nenhuma vários várias
        e ou mas porém nem que se porque embora quando enquanto como pois
        de do da dos das em no na nos nas num numa ao à aos às por pelo pela pelos pelas para com sem sob sobre entre
        até desde contra durante após ante
        quem qual quais onde aonde quanto quanta quantos quantas
        é são era eram foi foram será serão sou somos está estão estava estavam estou tem têm tinha tinham há pode podem
        deve devem
        não também muito mais menos já ainda sempre nunca aqui ali lá agora então depois antes assim além talvez
        """)

    private static let dutch = split(
        """
        de het een dit dat deze die ik je jij hij zij ze wij we jullie mij me jou hem haar ons hen hun zich mijn jouw
        zijn onze iemand niemand iets niets alles alle elk elke ieder iedere ander andere sommige veel
        en of maar want dus omdat als toen terwijl hoewel zodat voordat nadat totdat sinds tenzij
        in op aan bij uit van voor naar met zonder over onder boven tussen door tegen om rond na tot achter naast
        wie wat welke welk wanneer waar waarom hoe
        ben bent is was waren heb hebt heeft hebben had hadden word wordt worden werd werden kan kunnen kon moet moeten
        moest zal zullen zou zouden mag mogen
        niet geen ook nog al wel zeer heel er daar hier nu dan toch altijd nooit weer daarom misschien
        """)

    private static let swedish = split(
        """
        en ett den det de denna detta dessa jag du han hon vi mig dig honom henne oss dem sig min mitt mina din ditt dina
        hans hennes vår vårt våra deras någon något några ingen inget inga alla allt varje annan annat andra man
        och eller men för att om när medan eftersom därför fast så utan som än
        i på av till från med hos vid under över mellan genom mot efter före innan runt bakom bredvid utom
        vem vad vilken vilket vilka var vart varför hur
        är vara varit har hade ha kan kunde ska skulle måste får fick blir blev
        inte också bara redan ännu mycket här där nu då sedan alltid aldrig igen kanske
        """)

    private static let polish = split(
        """
        ja ty on ona ono my oni one mnie mi mną ciebie tobie jego jemu jej ją nim nią nas nam nami ich im nimi się sobie
        mój moja moje moi twój twoja twoje nasz nasza nasze swój swoja swoje ten ta to ci te tego tej tych tym tamten
        tamta tamto taki taka takie każdy każda każde wszystko wszyscy wszystkie inny inna inne sam sama ktoś coś nikt
        nic jakiś
        i a oraz lub albo ale lecz jednak więc bo ponieważ gdyż że żeby aby jeśli jeżeli gdy kiedy chociaż choć zanim
        czy ani
        w we na z ze do od ode za pod nad przed przy po o u dla bez przez między wśród około obok oprócz według
        kto co czego czemu kogo komu kim czym jaki jaka jakie który która które czyj gdzie dokąd skąd dlaczego jak ile
        jest są był była było byli były będzie będą być może mogą można trzeba
        nie tak też także już jeszcze tylko nawet bardzo tu tutaj tam teraz wtedy potem zawsze nigdy znowu
        """)
}
