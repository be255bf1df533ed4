"""The lesson before a class that votes by phone: the server, its three screens, the saved votes."""
