"""Practice: questions, what each misconception would answer, and the page that asks."""
