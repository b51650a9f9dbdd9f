import CGtk
import CGtkShim

/// Strong reference to a GObject, released on the main actor when it is no longer used.
@MainActor final class Reference {
    let pointer: UnsafeMutableRawPointer
    /// Tooltip of a widget, without the shortcut.
    var tooltip = ""
    /// Label of the shortcut in the tooltip, such as "Ctrl+R", or empty if there is none.
    var shortcut = ""

    /// Takes a strong reference to what a GTK constructor returned, whether it is floating or owned by GTK.
    init(_ made: UnsafeMutableRawPointer?) {
        pointer = parlando_hold(made)
    }

    /// Takes a strong reference to what a GTK constructor returned as an opaque type.
    convenience init(_ made: OpaquePointer?) {
        self.init(UnsafeMutableRawPointer(made))
    }

    /// Takes ownership of the reference that a constructor of a non-floating object returned.
    convenience init(owned made: OpaquePointer?) {
        self.init(UnsafeMutableRawPointer(made))
        g_object_unref(pointer)
    }

    isolated deinit {
        g_object_unref(pointer)
    }

    /// Returns the object as the pointer type that a GTK function expects. GTK checks the type at run time.
    func cast<Type>() -> UnsafeMutablePointer<Type> {
        pointer.assumingMemoryBound(to: Type.self)
    }

    /// The object as a pointer for functions that take an opaque type.
    var opaque: OpaquePointer {
        OpaquePointer(pointer)
    }
}

extension Bool {
    /// The value as GLib's `gboolean`.
    var gboolean: Int32 {
        self ? 1 : 0
    }
}
