"""The folder of a batch: letters to the students, pages about the class, and the progress."""
