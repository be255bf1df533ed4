"""What a batch leaves behind: a folder a student with the letter, the class page, what is done."""
