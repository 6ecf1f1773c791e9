/** Long enough to read a message and reach its button. */
export const UNDO_MS = 10_000
