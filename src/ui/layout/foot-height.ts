import { createStore } from '#src/state/store.ts'

/** Of the page's sticky foot, in pixels; 0 without one. Messages lie above it. */
export const footHeight = createStore(0)
