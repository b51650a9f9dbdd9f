/// Python program that answers gnome-keyring's questions for a password, as the desktop's dialog does. Its argument is
/// the password; it needs the session bus of the keyring, but no display.
enum KeyringPrompter {
    /// Name on the bus at which the keyring looks for the dialog.
    static let name = "org.gnome.keyring.SystemPrompter"

    static let script = """
        import ctypes, sys
        from gi.repository import Gio, GLib

        password = sys.argv[1].encode()
        # The password travels encrypted; the keyring's own library knows how.
        try:
            gcr = ctypes.CDLL("libgcr-base-3.so.1")
        except OSError:
            gcr = ctypes.CDLL("libgcr-4.so.4")
        gcr.gcr_secret_exchange_new.restype = ctypes.c_void_p
        gcr.gcr_secret_exchange_new.argtypes = [ctypes.c_char_p]
        gcr.gcr_secret_exchange_begin.restype = ctypes.c_char_p
        gcr.gcr_secret_exchange_begin.argtypes = [ctypes.c_void_p]
        gcr.gcr_secret_exchange_receive.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
        gcr.gcr_secret_exchange_send.restype = ctypes.c_char_p
        gcr.gcr_secret_exchange_send.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_ssize_t]

        prompter = "org.gnome.keyring.internal.Prompter"
        description = Gio.DBusNodeInfo.new_for_xml(f'''<node><interface name="{prompter}">
            <method name="BeginPrompting"><arg type="o" direction="in"/></method>
            <method name="PerformPrompt"><arg type="o" direction="in"/><arg type="s" direction="in"/>
                <arg type="a{{sv}}" direction="in"/><arg type="s" direction="in"/></method>
            <method name="StopPrompting"><arg type="o" direction="in"/></method>
            </interface></node>''')
        exchanges = {}

        def did_call(bus, caller, path, interface, method, arguments, call):
            callback, *rest = arguments.unpack()
            call.return_value(None)
            if method == "StopPrompting":
                return tell(bus, caller, callback, "PromptDone", None)
            if method == "BeginPrompting":
                exchange = exchanges[callback] = gcr.gcr_secret_exchange_new(None)
                answer, text = "", gcr.gcr_secret_exchange_begin(exchange)
            else:
                exchange = exchanges[callback]
                gcr.gcr_secret_exchange_receive(exchange, rest[2].encode())
                answer, text = "yes", gcr.gcr_secret_exchange_send(exchange, password, len(password))
            tell(bus, caller, callback, "PromptReady", GLib.Variant("(sa{sv}s)", (answer, {}, text.decode())))

        def tell(bus, caller, callback, method, arguments):
            bus.call(caller, callback, prompter + ".Callback", method, arguments, None, 0, -1, None, None)

        bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        bus.register_object("/org/gnome/keyring/Prompter", description.interfaces[0], did_call, None, None)
        Gio.bus_own_name_on_connection(bus, "org.gnome.keyring.SystemPrompter", 0, None, None)
        GLib.MainLoop().run()
        """
}
