"""Reading what students hand in: files, archives, downloads from platforms, and class lists."""
