/*
 * Lets WebKitWebDriver drive redline-desktop as it is released. For tests only.
 *
 * WebKit hands a view to a driver only when the view was created for automation
 * and its context allows it. The program does neither, and must not: so this
 * library, preloaded, stands in for the one function with which Wails creates its
 * view. build/test-window.sh compiles it.
 */
#include <webkit2/webkit2.h>

static WebKitWebView *the_view;

/* The driver asks for a window to drive; there is only one. */
static WebKitWebView *give_view(WebKitAutomationSession *session, gpointer unused) {
	return the_view;
}

static void session_began(WebKitWebContext *context, WebKitAutomationSession *session, gpointer unused) {
	WebKitApplicationInfo *info = webkit_application_info_new();
	webkit_application_info_set_name(info, "redline");
	webkit_automation_session_set_application_info(session, info);
	webkit_application_info_unref(info);
	g_signal_connect(session, "create-web-view", G_CALLBACK(give_view), NULL);
}

GtkWidget *webkit_web_view_new_with_user_content_manager(WebKitUserContentManager *manager) {
	WebKitWebContext *context = webkit_web_context_get_default();
	webkit_web_context_set_automation_allowed(context, TRUE);
	g_signal_connect(context, "automation-started", G_CALLBACK(session_began), NULL);
	the_view = WEBKIT_WEB_VIEW(g_object_new(WEBKIT_TYPE_WEB_VIEW,
		"is-controlled-by-automation", TRUE,
		"user-content-manager", manager,
		"web-context", context,
		NULL));
	return GTK_WIDGET(the_view);
}
