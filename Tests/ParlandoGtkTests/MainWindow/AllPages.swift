import CGtk
import ParlandoCore

@testable import ParlandoGtk
@testable import ParlandoPresenters

/// The four pages, with much on each of them: long words, a banner, and every button that can be shown.
@MainActor struct AllPages {
    let dictation: DictationPage
    let rhythm: RhythmPage
    let translator: TranslatorPage
    let terminal: TerminalPage

    init() {
        adw_init()
        dictation = DictationPage()
        rhythm = RhythmPage()
        translator = TranslatorPage()
        terminal = TerminalPage(environment: [:])
    }

    var list: [any Page] {
        [dictation, rhythm, translator, terminal]
    }

    private var banner: PageBanner {
        PageBanner(
            "Не удалось связаться с сервером распознавания речи. Ничего не потеряно.", tone: .failure,
            action: PageAction("Попробовать ещё раз", .retry),
            alternative: PageAction("Сохранить запись…", .saveRecording))
    }

    func fill() {
        dictation.render(dictated)
        rhythm.render(playing)
        translator.render(translated)
        terminal.render(connected)
    }

    private var found: FindViewState {
        var state = FindViewState()
        (state.isCaseSensitive, state.isMissing, state.status) = (true, true, "Не найдено")
        return state
    }

    private var dictated: DictationViewState {
        var state = DictationViewState()
        (state.button, state.buttonLabel) = (.stop, "Закончить")
        (state.pause, state.pauseLabel) = (.resume, "Продолжить")
        state.paragraphs = [[.init("Проверка распознавания длинных слов.", .final)]]
        (state.elapsed, state.chip) = ("1:02:03", "large-v3-turbo · Автоматически")
        state.pillName = "Речь: large-v3-turbo · Автоматически"
        state.status = "Слушаю, пока модель распознавания загружается в память"
        state.banner = banner
        state.progress = PageProgress("Загрузка модели large-v3-turbo", fraction: 0.4, canCancel: true)
        return state
    }

    private var playing: RhythmViewState {
        var state = RhythmViewState()
        (state.button, state.buttonLabel) = (.start, "Начать")
        (state.pause, state.pauseLabel) = (.pause, "Приостановить")
        state.input.options = [.init("tap", "Нажатия"), .init("microphone", "Микрофон")]
        (state.tempoMark, state.tempoName, state.practice) = ("♩. =", "Prestissimo", "Свинг 66 % · 2+2 такта · до 120")
        state.practiceTitle = "Тренировка: " + state.practice
        var choices = RhythmChoices()
        choices.summary = "Случайные ритмы, средняя сложность, без конца"
        state.choices = choices
        state.tools = [
            .init(action: PageAction("Выучить инструмент", .learnInstrument), note: "выучен"),
            .init(action: PageAction("Измерить задержку", .calibrateLatency), note: "123 мс"),
        ]
        state.status = "Микрофон слышит слишком много помех"
        state.banner = banner
        return state
    }

    var drilled: RhythmViewState {
        var state = RhythmViewState()
        (state.button, state.buttonLabel) = (.stop, "Закончить")
        (state.pause, state.pauseLabel) = (.pause, "Приостановить")
        state.caption = "120 уд/мин · такт 12 из 16 · 125 с такта 17"
        state.notice = "+38 мс после 2 тактов без щелчков (+19 мс на такт)"
        state.rows = (0..<2).map { RhythmViewState.Row(bar: $0, music: Exercise(.sequence([]), bars: 2).bar($0)) }
        state.isExercise = true
        state.feedback = .init(grade: .inaccurate, word: "Неточно", deviation: "+123 мс", isEarly: false)
        state.status = "Выполняется упражнение"
        return state
    }

    var judged: RhythmViewState {
        var state = RhythmViewState()
        var report = RhythmReport()
        report.inTime = "128 из 512 вовремя"
        (report.accuracy, report.formula) = ("100 %", "Идеально 10 × 1 + хорошо 10 × 0,8 + неточно 10 × 0,4 ÷ 30")
        let words = ["Идеально", "Хорошо", "Неточно", "Пропущено", "Лишние"]
        report.counts = zip(Grade.allCases, words).map { .init(grade: $0, number: "128", label: $1) }
        (report.time, report.timing) = ("12:34", "В среднем на 12 мс позже, разброс 34 мс")
        (report.histogram.title, report.places.title) = (
            "Отклонения от нужного времени", "Отклонение по местам в такте"
        )
        state.results = report
        return state
    }

    private var translated: TranslatorViewState {
        var state = TranslatorViewState()
        (state.button, state.buttonLabel) = (.stop, "Закончить")
        (state.source.languageLabel, state.target.languageLabel) = ("Определить язык", "Украинский")
        (state.source.languageName, state.target.languageName) = ("Язык: Определить язык", "Перевод: Украинский")
        state.source.text = "Доброе утро! Подскажите, когда отходит следующий поезд к морю?"
        state.source.played = "00:03 / 00:10"
        (state.source.listenLabel, state.target.listenLabel) = ("Прослушать текст", "Прослушать перевод")
        state.target.text = "Доброго ранку!"
        (state.target.canListen, state.target.canStop, state.target.canCopy) = (true, true, true)
        state.target.played = "00:03 / 00:10"
        (state.translateLabel, state.counter, state.chip) = ("Перевести", "4 999 / 5 000", "LibreTranslate")
        (state.canTranslateAnew, state.canSaveSound) = (true, true)
        state.status = "Перевожу то, что было сказано"
        state.banner = banner
        return state
    }

    private var connected: TerminalViewState {
        var state = TerminalViewState()
        state.tabs = [
            .init(id: TerminalTabID(1), title: "anna@server: ~", name: "Сервер в подвале: anna@server: ~", mark: .none),
            .init(id: TerminalTabID(2), title: "Этот компьютер", name: "Этот компьютер, завершён", mark: .ended),
            .init(id: TerminalTabID(3), title: "Новая вкладка", name: "Новая вкладка", mark: .none),
        ]
        state.find = found
        state.isOpen = true
        (state.title, state.connection) = ("Сервер в подвале", "Подключено")
        (state.voice, state.voiceLabel, state.isVoiceEnabled) = (.stop, "Закончить", true)
        state.preview = [[.init("Посчитай строки в каждом из этих файлов", .final)]]
        state.status = "Проверьте текст и отправьте его"
        state.banner = banner
        return state
    }

    var listed: TerminalViewState {
        var state = TerminalViewState()
        state.connections = [.init(id: "1", title: "Сервер в подвале", subtitle: "anna@server.example.org:2222")]
        (state.voiceLabel, state.previewHint) = ("Диктовать", "Продиктованный текст появится здесь")
        state.status = "Выберите, где работать"
        return state
    }
}

typealias WidgetPointer = UnsafeMutablePointer<GtkWidget>

@MainActor func everyWidget(in widget: WidgetPointer) -> [WidgetPointer] {
    var all = [widget]
    var child = gtk_widget_get_first_child(widget)
    while let next = child {
        all += everyWidget(in: next)
        child = gtk_widget_get_next_sibling(next)
    }
    return all
}

@MainActor func typeName(_ widget: WidgetPointer) -> String {
    let instance = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GTypeInstance.self)
    return String(cString: g_type_name_from_instance(instance))
}
