import CGtk
import CGtkShim

/// Container that lays out widgets in a row or a column.
@MainActor public struct Box: Widget {
    let reference: Reference

    static func row(spacing: Int32 = 0, classes: [String] = []) -> Box {
        Box(GTK_ORIENTATION_HORIZONTAL, spacing, classes)
    }

    static func column(spacing: Int32 = 0, classes: [String] = []) -> Box {
        Box(GTK_ORIENTATION_VERTICAL, spacing, classes)
    }

    private init(_ orientation: GtkOrientation, _ spacing: Int32, _ classes: [String]) {
        reference = Reference(gtk_box_new(orientation, spacing))
        for name in classes {
            setClass(name)
        }
    }

    func append(_ children: any Widget...) {
        for child in children {
            gtk_box_append(reference.cast(), child.widget)
        }
    }

    /// Returns a box with buttons for the end of a preference row. If the row is too narrow, the buttons are below each
    /// other.
    static func suffix(_ buttons: [Button]) -> Box {
        let box = Box.row()
        parlando_use_wrap_layout(box.widget, PARLANDO_WRAP_AT_END, 6)
        box.align(nil, GTK_ALIGN_CENTER)
        box.setMargins(top: 6, bottom: 6)
        buttons.forEach { box.append($0) }
        return box
    }
}
