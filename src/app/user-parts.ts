import { loadWithReload } from '#src/features/updates/lazy-with-reload.ts'

/**
 * What only someone who is signed in needs: the databases, the outbox and its sender, and the features in the shell. About
 * as much script as all the rest, so a visitor's page loads none of it. It is there before anybody counts as signed in,
 * hence used without waiting.
 */
type UserParts = Pick<typeof import('./full-device.ts'), 'startFullDevice'> &
  Pick<typeof import('./read-ahead.ts'), 'readAhead'> &
  Pick<typeof import('./user-ports.tsx'), 'UserPorts'>

let parts: UserParts | undefined

/** @throws ChunkLoadError where it can be had neither from the network nor from this device */
export async function loadUserParts(): Promise<UserParts> {
  parts ??= await loadOnce()
  return parts
}

/** @throws Error before `loadUserParts` has come to its end */
export function requireUserParts(): UserParts {
  if (!parts) throw new Error('What a signed-in user needs is used before it is loaded')
  return parts
}

const loadOnce = loadWithReload(async (): Promise<UserParts> => {
  const [{ startFullDevice }, { readAhead }, { UserPorts }] = await Promise.all([
    import('./full-device.ts'),
    import('./read-ahead.ts'),
    import('./user-ports.tsx'),
  ])
  return { startFullDevice, readAhead, UserPorts }
})
