/**
 * Compares this build with the one the server has (specification, section 4 "Build freshness"). Runs in the worker,
 * and in the page where there is no worker. Two files are read: the marker says which build is the newest, its
 * record what that build is made of. A marker without its record is a deployment under way: it is not announced yet.
 */

export type BuildMarker = { id: string; builtAt: string }

export type BuildChunk = {
  file: string
  bytes: number
  kind: 'entry' | 'lazy' | 'shared'
  /** The source file of an entry or a lazy chunk. */
  module?: string
  /** The chunks it cannot run without. */
  imports: string[]
}

export type BuildMeta = BuildMarker & { version: string; chunks: BuildChunk[] }

export type BuildOutcome =
  | { kind: 'current' }
  | { kind: 'newer'; build: BuildMarker & { version: string } }
  /** Nothing could be learnt. `unreachable` is the usual state of a phone in a cellar, the others are the server's fault. */
  | {
      kind: 'unknown'
      code: 'unreachable' | 'build_marker_missing' | 'build_marker_invalid' | 'build_record_missing'
    }

export const latestBuildPath = '/builds/latest.json'
export const buildMetaPath = (id: string) => `/builds/meta/${id}.json`

/** @param currentId the id of the build that asks. Never rejects. */
export async function checkBuild(currentId: string, fetchFile: typeof fetch): Promise<BuildOutcome> {
  const marker = await readJson(latestBuildPath, fetchFile)
  if (marker.kind !== 'json') return { kind: 'unknown', code: unknownCode[marker.kind] }
  if (!isMarker(marker.value)) return { kind: 'unknown', code: 'build_marker_invalid' }
  const { id, builtAt } = marker.value
  if (id === currentId) return { kind: 'current' }

  const record = await readJson(buildMetaPath(id), fetchFile)
  if (record.kind === 'unreachable') return { kind: 'unknown', code: 'unreachable' }
  if (record.kind !== 'json' || !isRecordOf(id, record.value))
    return { kind: 'unknown', code: 'build_record_missing' }
  return { kind: 'newer', build: { id, builtAt, version: record.value.version } }
}

const unknownCode = {
  unreachable: 'unreachable',
  missing: 'build_marker_missing',
  garbage: 'build_marker_invalid',
} as const

type JsonRead =
  | { kind: 'json'; value: unknown }
  | { kind: 'unreachable' }
  | { kind: 'missing' }
  | { kind: 'garbage' }

async function readJson(path: string, fetchFile: typeof fetch): Promise<JsonRead> {
  let reply: Response
  try {
    // A cached marker would say for ever that nothing is new.
    reply = await fetchFile(path, { cache: 'no-store', signal: AbortSignal.timeout(15_000) })
  } catch {
    return { kind: 'unreachable' }
  }
  // A 5xx is a server that is starting or closed, not one without the file.
  if (!reply.ok) return { kind: reply.status >= 500 ? 'unreachable' : 'missing' }
  try {
    return { kind: 'json', value: await reply.json() }
  } catch (error) {
    return { kind: error instanceof SyntaxError ? 'garbage' : 'unreachable' }
  }
}

/** The id becomes part of a path, so no other character is let in. */
function isMarker(value: unknown): value is BuildMarker {
  if (typeof value !== 'object' || value === null) return false
  const { id, builtAt } = value as Partial<Record<keyof BuildMarker, unknown>>
  return typeof id === 'string' && /^[0-9a-z]{1,64}$/.test(id) && typeof builtAt === 'string'
}

function isRecordOf(id: string, value: unknown): value is BuildMeta {
  return isMarker(value) && value.id === id && typeof (value as Partial<BuildMeta>).version === 'string'
}
