"""Marking a student's program: run it, read what it printed, judge it, write reports.

The steps of a submission, from `poker-table grade python3 mine.py` to the letter:

1. `submission_from_command` (running/submission.py) copies its files to a folder.
2. `mark` (marking.py) does steps 3 to 6 and returns a `Sheet` (sheet.py).
3. `run_submission` runs it without a file, on a missing file, and on the decks; then again on a
   deck for each cause found, and without a file.
4. Each run is `run_copy` (running/runner.py): sandbox.py builds the bubblewrap command, and a
   process of supervisor_pool.py executes supervise.py, which enforces the limits.
5. `judge` (judging/judge.py) reads the output and compares it with the decks: a `Judgement`.
6. `score` (scoring.py) turns its faults into the sheet's items and findings.
7. `letter` (results/pages.py) turns the sheet into a page, which cli/commands/grade.py shows.

In a batch, `entries_in` (intake/entries.py) lists the submissions, `submission_from_folder` takes
the place of step 1, and `Batch` (batch.py) marks several at a time.
"""
