/**
 * A search ends with its session (specification, section 4), but the history keeps its address: each entry's state
 * names its session. An entry without one is a followed link.
 */
const MARK = 'searchOf'

export const markSearch = (sessionId: string, state?: unknown): object => ({
  ...(isRecord(state) && state),
  [MARK]: sessionId,
})

export const sessionOfSearch = (state: unknown): string | undefined => {
  const sessionId = isRecord(state) ? state[MARK] : undefined
  return typeof sessionId === 'string' ? sessionId : undefined
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
