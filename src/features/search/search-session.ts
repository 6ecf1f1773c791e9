/**
 * What was searched for ends with the session (specification, section 4), but the browser's history keeps its address. So
 * each entry that holds a search says in its state whose it is; one that does not is a link that was followed.
 */
const MARK = 'searchOf'

export const markSearch = (sessionId: string, state?: unknown): object => ({
  ...(isRecord(state) && state),
  [MARK]: sessionId,
})

/** The session whose search an entry of the history holds. */
export const sessionOfSearch = (state: unknown): string | undefined => {
  const sessionId = isRecord(state) ? state[MARK] : undefined
  return typeof sessionId === 'string' ? sessionId : undefined
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
