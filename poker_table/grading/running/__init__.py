"""Running a student's program: in a copy of its folder, in a sandbox, and within limits."""
