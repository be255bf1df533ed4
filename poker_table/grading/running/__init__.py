"""Running a student's program: copied, contained, and watched to its end."""
