import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useCallback, useContext, useSyncExternalStore } from 'react'
import type { User } from '#domain/user.ts'
import type { ApiClient } from '#src/api/client.ts'
import type { Device, SessionState } from './device.ts'
import type { UserDevice } from './user-device.ts'

const DeviceContext = createContext<Device | undefined>(undefined)
const ApiContext = createContext<ApiClient | undefined>(undefined)

/** For visitors, who have no device. */
export const ApiProvider = ApiContext.Provider

export const DeviceProvider = ({ device, children }: { device: Device; children: ReactNode }) => (
  <DeviceContext value={device}>
    <ApiProvider value={device.api}>{children}</ApiProvider>
  </DeviceContext>
)

export const useDevice = (): Device => {
  const device = useContext(DeviceContext)
  if (!device) throw new Error('No DeviceProvider above this component')
  return device
}

/** On a page that visitors open as well. */
export const useIsSignedIn = (): boolean => useContext(DeviceContext) !== undefined

export const useApi = (): ApiClient => {
  const api = useContext(ApiContext)
  if (!api) throw new Error('No DeviceProvider above this component')
  return api
}

export type RunAction = <Result>(act: () => Promise<Result>) => Promise<Result>

/** Runs what a person asked of the server. As a mutation, so that a 429 or 503 signs them out (src/app/replies.ts). */
export const useAction = (): RunAction => {
  const client = useQueryClient()
  return useCallback(
    (act) => client.getMutationCache().build(client, { mutationFn: act }).execute(undefined),
    [client],
  )
}

export const useSession = (): SessionState => {
  const { session } = useDevice()
  return useSyncExternalStore(session.subscribe, session.get, session.get)
}

/** Below a signed-in route's guard only. @throws Error when signed out */
export const useUserDevice = (): UserDevice => signedIn(useSession()).device

/** Below a signed-in route's guard only. @throws Error when signed out */
export const useUser = (): User => signedIn(useSession()).user

/** Below a signed-in route's guard only. @throws Error when signed out */
export const useSessionId = (): string => signedIn(useSession()).id

const signedIn = (state: SessionState) => {
  if (state.status !== 'signed-in') throw new Error('Nobody is signed in')
  return state
}
