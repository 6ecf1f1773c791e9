/** How long anything can be undone (specification, section 9), so how long its message and its place stay. */
export const UNDO_MS = 10_000
