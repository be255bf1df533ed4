"""What students hand in, as it comes: files, archives, platforms' downloads, class lists."""
