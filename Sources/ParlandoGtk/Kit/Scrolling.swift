import CGtk

extension Widget {
    /// Keeps a spin button or slider from changing its value while the page under the pointer is scrolled with a wheel,
    /// a touchpad or a finger. Without this, the widget's own controllers would intercept such events.
    func leaveScrollingToPage() {
        let controllers = Reference(owned: gtk_widget_observe_controllers(widget))
        for index in 0..<g_list_model_get_n_items(controllers.opaque) {
            guard let item = g_list_model_get_item(controllers.opaque, index) else {
                continue
            }
            defer { g_object_unref(item) }
            let instance = item.assumingMemoryBound(to: GTypeInstance.self)
            let takesScrolling = [gtk_event_controller_scroll_get_type(), gtk_gesture_swipe_get_type()]
                .contains { g_type_check_instance_is_a(instance, $0) != 0 }
            if takesScrolling {
                gtk_event_controller_set_propagation_phase(OpaquePointer(item), GTK_PHASE_NONE)
            }
        }
    }
}
