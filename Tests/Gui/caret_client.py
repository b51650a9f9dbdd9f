"""A window of another toolkit with three fields. It reports what stands in them and when, and gives the focus to a field
whose name comes on standard input. With `hide`, the entry of GTK turns into a field for passwords.

Or, as `context`, one input context of IBus with any name, which does what standard input says, and has no window.
"""

import json
import sys
import time

FIELDS = ("entry", "password", "view")


def tell(*message):
    print(json.dumps([*message, time.monotonic()]), flush=True)


def run_gtk(version, title):
    import gi

    gi.require_version("Gtk", version)
    from gi.repository import GLib, Gtk

    def whole(buffer):
        return buffer.get_text(buffer.get_start_iter(), buffer.get_end_iter(), True)

    def password():
        if version == "4.0":
            return Gtk.PasswordEntry()
        field = Gtk.Entry(visibility=False)
        field.set_input_purpose(Gtk.InputPurpose.PASSWORD)
        return field

    def obey(*rest):
        line = sys.stdin.readline().strip()
        if not line:
            sys.exit()
        if line == "hide":
            fields["entry"].set_input_purpose(Gtk.InputPurpose.PASSWORD)
            return True
        # A user does not select the whole text when coming back.
        getattr(fields[line], "grab_focus_without_selecting", fields[line].grab_focus)()
        return True

    window = Gtk.Window(title=title)
    fields = dict(zip(FIELDS, (Gtk.Entry(), password(), Gtk.TextView())))
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    for name, field in fields.items():
        box.append(field) if version == "4.0" else box.add(field)
        if name == "view":
            field.get_buffer().connect("changed", lambda buffer: tell("text", "view", whole(buffer)))
        else:
            field.connect("changed", lambda field, name=name: tell("text", name, field.get_text()))
        inner = field.get_delegate() if version == "4.0" and name != "view" else field
        inner.connect("preedit-changed", lambda field, text, name=name: tell("interim", name, text))
    GLib.io_add_watch(0, GLib.IO_IN, obey)
    loop = GLib.MainLoop()
    if version == "4.0":
        window.set_child(box)
        window.present()
    else:
        window.add(box)
        window.show_all()
    fields["entry"].grab_focus()
    GLib.idle_add(lambda: tell("ready"))
    loop.run()


def run_qt(title):
    from PyQt5.QtCore import QSocketNotifier, QTimer
    from PyQt5.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

    def watched(kind):
        class Watched(kind):
            def inputMethodEvent(self, event):
                tell("interim", self.objectName(), event.preeditString())
                super().inputMethodEvent(event)

        return Watched()

    def obey():
        line = sys.stdin.readline().strip()
        fields[line].setFocus() if line else application.quit()

    application = QApplication(sys.argv)
    window = QWidget()
    window.setWindowTitle(title)
    layout = QVBoxLayout(window)
    fields = dict(zip(FIELDS, (watched(QLineEdit), watched(QLineEdit), watched(QPlainTextEdit))))
    fields["password"].setEchoMode(QLineEdit.Password)
    for name, field in fields.items():
        field.setObjectName(name)
        layout.addWidget(field)
        if name == "view":
            field.textChanged.connect(lambda: tell("text", "view", fields["view"].toPlainText()))
        else:
            field.textChanged.connect(lambda text, name=name: tell("text", name, text))
    notifier = QSocketNotifier(0, QSocketNotifier.Read)
    notifier.activated.connect(obey)
    window.show()
    fields["entry"].setFocus()
    QTimer.singleShot(0, lambda: tell("ready"))
    application.exec_()


def run_context(client):
    import gi

    gi.require_version("IBus", "1.0")
    from gi.repository import GLib, IBus

    def obey(*rest):
        command, _, value = sys.stdin.readline().strip().partition(" ")
        if command == "in":
            context.focus_in()
        elif command == "out":
            context.focus_out()
        elif command == "reset":
            context.reset()
        elif command == "purpose":
            context.set_content_type(int(value), 0)
        elif command == "private":
            context.set_content_type(0, 1 << 11)
        elif command == "key":
            tell("key", context.process_key_event(int(value), 0, 0))
        elif command == "text":
            context.set_surrounding_text(IBus.Text.new_from_string(value), len(value), len(value))
        else:
            loop.quit()
        return True

    context = IBus.Bus().create_input_context(client)
    # IBUS_CAP_SYNC_PROCESS_KEY, which the input modules of GTK set.
    context.set_capabilities(
        IBus.Capabilite.PREEDIT_TEXT | IBus.Capabilite.FOCUS | IBus.Capabilite.SURROUNDING_TEXT | 1 << 7)
    context.connect("commit-text", lambda context, text: tell("committed", text.get_text()))
    context.focus_in()
    GLib.io_add_watch(0, GLib.IO_IN, obey)
    loop = GLib.MainLoop()
    GLib.idle_add(lambda: tell("ready"))
    loop.run()


if __name__ == "__main__":
    if sys.argv[1] == "context":
        run_context(sys.argv[2])
    elif sys.argv[1] == "qt5":
        run_qt(sys.argv[2])
    else:
        run_gtk({"gtk3": "3.0", "gtk4": "4.0"}[sys.argv[1]], sys.argv[2])
