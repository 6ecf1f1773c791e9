import { createStore } from '#src/state/store.ts'

/** A list that was shared with the installed app or opened with it, on its way to the trolly. A reload does not repeat it. */
export const sharedList = createStore<File | undefined>(undefined)
