/**
 * What a build says of itself, for the hourly check (specification, section 4 "Build freshness"): the marker tells
 * which build a server has, the record what that build is made of. The client's build writes both.
 */

export type BuildMarker = { id: string; builtAt: string }

export type BuildChunk = {
  file: string
  bytes: number
  kind: 'entry' | 'lazy' | 'shared'
  module?: string
  imports: string[]
}

export type BuildRecord = BuildMarker & { version: string; chunks: BuildChunk[] }

export const LATEST_BUILD_PATH = '/builds/latest.json'
export const buildRecordPath = (id: string) => `/builds/meta/${id}.json`

/** Specification, section 9. */
export const BUILD_CHECK_INTERVAL_MS = 36e5

export type BuildOutcome =
  /** The server has the build that asked; `id` is that build's. */
  | { kind: 'current'; id: string }
  | { kind: 'newer'; build: BuildMarker & { version: string } }
  /** Nothing was learnt. `unreachable` is a phone in a cellar; with the other codes the server is at fault. */
  | {
      kind: 'unknown'
      code: 'unreachable' | 'build_marker_missing' | 'build_marker_invalid' | 'build_record_missing'
    }
