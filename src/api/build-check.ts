import { buildRecordPath, isBuildId, LATEST_BUILD_PATH } from '#domain/builds.ts'

type BuildCheck = {
  buildId: string
  fetchFile: (path: string, init: RequestInit) => Promise<Response>
  nowMs: number
  /** Outlives the worker, which browsers end after half a minute of idling, and a page's reload. */
  memory: { read: () => Promise<number | undefined>; write: (checkedAtMs: number) => Promise<void> }
}

/** Specification, section 9. */
const EVERY_MS = 36e5

/**
 * Whether the server has a newer build, compared every hour; false between. An unreachable server leaves the check due.
 * Rejects if the server's files are faulty. A marker without its record is a deployment in progress, and is not announced.
 */
export async function isNewerBuildThere({ buildId, fetchFile, nowMs, memory }: BuildCheck): Promise<boolean> {
  const sinceMs = nowMs - ((await memory.read()) ?? Number.NEGATIVE_INFINITY)
  // A negative time means that the clock was set back.
  if (sinceMs >= 0 && sinceMs < EVERY_MS) return false
  const marker = await readFile(LATEST_BUILD_PATH, fetchFile)
  const id = buildIdOf(marker)
  const record = id && id !== buildId ? await readFile(buildRecordPath(id), fetchFile) : marker
  if (record === undefined) return false
  await memory.write(nowMs)
  if (!id || buildIdOf(record) !== id)
    throw new Error('The server’s build marker or build record is missing or invalid')
  return id !== buildId
}

/** Empty if missing, undefined if the server is unreachable: a 5xx means one that starts or is closed, a page is a portal's. */
async function readFile(path: string, fetchFile: BuildCheck['fetchFile']): Promise<string | undefined> {
  try {
    // A cache would hide every new build.
    const reply = await fetchFile(path, { cache: 'no-store', signal: AbortSignal.timeout(15_000) })
    const isPage = reply.headers.get('content-type')?.includes('html') === true
    if (reply.status >= 500 || isPage) return undefined
    return reply.ok ? await reply.text() : ''
  } catch {
    return undefined
  }
}

export function buildIdOf(json = ''): string | undefined {
  try {
    const id: unknown = JSON.parse(json)?.id
    return typeof id === 'string' && isBuildId(id) ? id : undefined
  } catch {
    return undefined
  }
}
