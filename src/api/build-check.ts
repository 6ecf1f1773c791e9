import {
  BUILD_CHECK_INTERVAL_MS,
  type BuildMarker,
  type BuildOutcome,
  type BuildRecord,
  buildRecordPath,
  LATEST_BUILD_PATH,
} from '#domain/builds.ts'

/** Compares builds every hour. A marker without its record is a deployment in progress and is not announced. */

type BuildWatchPorts = {
  buildId: string
  fetchFile: (path: string, init: RequestInit) => Promise<Response>
  nowMs: () => number
  /** Outlives the worker, which browsers end after half a minute of idling. */
  memory: { read: () => Promise<number | undefined>; write: (checkedAtMs: number) => Promise<void> }
}

export type BuildWatch = {
  /** Undefined when not due. An unreachable server leaves the check due. */
  check: (request: { onDemand: boolean }) => Promise<BuildOutcome | undefined>
}

export function createBuildWatch({ buildId, fetchFile, nowMs, memory }: BuildWatchPorts): BuildWatch {
  let underWay: Promise<BuildOutcome | undefined> | undefined

  const compare = async (onDemand: boolean) => {
    if (!onDemand && !isDue(await memory.read(), nowMs())) return undefined
    const outcome = await checkBuild(buildId, fetchFile)
    if (outcome.kind !== 'unknown' || outcome.code !== 'unreachable') await memory.write(nowMs())
    return outcome
  }

  return {
    async check({ onDemand }) {
      // Several tabs ask at once: one comparison answers all.
      if (underWay) {
        const outcome = await underWay
        if (outcome || !onDemand) return outcome
      }
      underWay = compare(onDemand).finally(() => {
        underWay = undefined
      })
      return underWay
    },
  }
}

/** A time in the future means that the clock was set back. */
const isDue = (checkedAtMs: number | undefined, nowMs: number) =>
  checkedAtMs === undefined || checkedAtMs > nowMs || nowMs - checkedAtMs >= BUILD_CHECK_INTERVAL_MS

/** Never rejects. */
export async function checkBuild(
  buildId: string,
  fetchFile: BuildWatchPorts['fetchFile'],
): Promise<BuildOutcome> {
  const marker = await readJson(LATEST_BUILD_PATH, fetchFile)
  if (marker.kind !== 'json') return { kind: 'unknown', code: MARKER_PROBLEM[marker.kind] }
  if (!isMarker(marker.value)) return { kind: 'unknown', code: 'build_marker_invalid' }
  const { id, builtAt } = marker.value
  if (id === buildId) return { kind: 'current', id }

  const record = await readJson(buildRecordPath(id), fetchFile)
  if (record.kind === 'unreachable') return { kind: 'unknown', code: 'unreachable' }
  if (record.kind !== 'json' || !isRecordOf(id, record.value)) {
    return { kind: 'unknown', code: 'build_record_missing' }
  }
  return { kind: 'newer', build: { id, builtAt, version: record.value.version } }
}

type JsonRead = { kind: 'json'; value: unknown } | { kind: 'unreachable' | 'missing' | 'garbage' }

const MARKER_PROBLEM = {
  unreachable: 'unreachable',
  missing: 'build_marker_missing',
  garbage: 'build_marker_invalid',
} as const

async function readJson(path: string, fetchFile: BuildWatchPorts['fetchFile']): Promise<JsonRead> {
  try {
    // A cache would hide every new build.
    const reply = await fetchFile(path, { cache: 'no-store', signal: AbortSignal.timeout(15_000) })
    // A 5xx means a server starting or closed, not a missing file.
    if (!reply.ok) return { kind: reply.status >= 500 ? 'unreachable' : 'missing' }
    return { kind: 'json', value: await reply.json() }
  } catch (error) {
    return { kind: error instanceof SyntaxError ? 'garbage' : 'unreachable' }
  }
}

/** The id becomes part of a path, so only these characters are allowed. */
function isMarker(value: unknown): value is BuildMarker {
  if (typeof value !== 'object' || value === null) return false
  const { id, builtAt } = value as Partial<Record<keyof BuildMarker, unknown>>
  return typeof id === 'string' && /^[0-9a-z]{1,64}$/.test(id) && typeof builtAt === 'string'
}

const isRecordOf = (id: string, value: unknown): value is BuildRecord =>
  isMarker(value) && value.id === id && typeof (value as Partial<BuildRecord>).version === 'string'
