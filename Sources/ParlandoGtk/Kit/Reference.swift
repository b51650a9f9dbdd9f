import CGtk
import CGtkShim

/// A strong reference to a GObject, given back on the main actor when nobody needs it any more.
@MainActor final class Reference {
    let pointer: UnsafeMutableRawPointer

    /// Takes what a constructor of GTK returned, floating or not its own.
    init(_ made: UnsafeMutableRawPointer?) {
        pointer = parlando_hold(made)
    }

    /// Takes what a constructor of GTK returned as a type whose parts are hidden.
    convenience init(_ made: OpaquePointer?) {
        self.init(UnsafeMutableRawPointer(made))
    }

    /// Takes over the reference that a constructor of a non-floating object gave away.
    convenience init(owned made: OpaquePointer?) {
        self.init(UnsafeMutableRawPointer(made))
        g_object_unref(pointer)
    }

    isolated deinit {
        g_object_unref(pointer)
    }

    /// The object as the type that a function of GTK asks for. GTK itself checks the type at run time.
    func cast<Type>() -> UnsafeMutablePointer<Type> {
        pointer.assumingMemoryBound(to: Type.self)
    }

    /// The object for functions whose type has hidden parts.
    var opaque: OpaquePointer {
        OpaquePointer(pointer)
    }
}

extension Bool {
    /// GLib's way to say it.
    var gboolean: Int32 {
        self ? 1 : 0
    }
}
