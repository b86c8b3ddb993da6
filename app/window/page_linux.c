//go:build production

#include <gtk/gtk.h>
#include <webkit2/webkit2.h>

extern void redlineClicked(char *address);

// The page itself, and the empty documents that frames begin with.
static gboolean is_own(const char *uri) {
	return g_str_has_prefix(uri, "wails://wails/") || g_str_equal(uri, "about:blank") ||
	       g_str_equal(uri, "about:srcdoc");
}

static gboolean on_decide(WebKitWebView *view, WebKitPolicyDecision *decision,
                          WebKitPolicyDecisionType type, gpointer data) {
	if (type == WEBKIT_POLICY_DECISION_TYPE_RESPONSE)
		return FALSE;
	WebKitNavigationAction *action = webkit_navigation_policy_decision_get_navigation_action(
	    WEBKIT_NAVIGATION_POLICY_DECISION(decision));
	const char *uri = webkit_uri_request_get_uri(webkit_navigation_action_get_request(action));
	if (type == WEBKIT_POLICY_DECISION_TYPE_NAVIGATION_ACTION && is_own(uri))
		return FALSE;
	if (webkit_navigation_action_is_user_gesture(action) && !is_own(uri))
		redlineClicked((char *)uri);
	webkit_policy_decision_ignore(decision);
	return TRUE;
}

static void find_view(GtkWidget *widget, gpointer data) {
	if (WEBKIT_IS_WEB_VIEW(widget))
		g_signal_connect(widget, "decide-policy", G_CALLBACK(on_decide), NULL);
	else if (GTK_IS_CONTAINER(widget))
		gtk_container_forall(GTK_CONTAINER(widget), find_view, NULL);
}

static void present_window(gpointer widget, gpointer data) {
	if (gtk_widget_get_visible(GTK_WIDGET(widget)))
		gtk_window_present(GTK_WINDOW(widget));
}

static gboolean hold_page(gpointer data) {
	GList *windows = gtk_window_list_toplevels();
	for (GList *w = windows; w; w = w->next)
		find_view(GTK_WIDGET(w->data), NULL);
	g_list_free(windows);
	return G_SOURCE_REMOVE;
}

static gboolean present(gpointer data) {
	GList *windows = gtk_window_list_toplevels();
	g_list_foreach(windows, present_window, NULL);
	g_list_free(windows);
	return G_SOURCE_REMOVE;
}

// Both are called from any thread; the toolkit works on its own only.
void redline_hold_page(void) { g_idle_add_full(G_PRIORITY_HIGH, hold_page, NULL, NULL); }
void redline_present(void) { g_idle_add(present, NULL); }
