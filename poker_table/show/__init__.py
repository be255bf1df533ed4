"""Results as text for people and programs; nothing here prints or decides."""
