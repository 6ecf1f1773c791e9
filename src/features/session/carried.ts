import { useMounted } from '@mantine/hooks'
import { useLocation } from 'react-router-dom'

/**
 * What a person has typed on the page before. It is in the history entry and not in the address, which is logged, shared and kept by
 * the browser.
 */
export type Carried = { email: string; code: string }

/** Empty until the page has hydrated, since the server's page knows no history. */
export const useCarried = (): Carried => {
  const { state } = useLocation()
  const known: unknown = useMounted() ? state : undefined
  return { email: textIn(known, 'email'), code: textIn(known, 'code') }
}

/** History survives reloads and builds, so anything may be in it. */
const textIn = (state: unknown, name: keyof Carried): string => {
  const text = typeof state === 'object' && state !== null ? Reflect.get(state, name) : undefined
  return typeof text === 'string' ? text : ''
}
