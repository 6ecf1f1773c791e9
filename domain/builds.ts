/** The marker and the record that the client's build writes, for the hourly build check (specification, section 4). */

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
  | { kind: 'current'; id: string }
  | { kind: 'newer'; build: BuildMarker & { version: string } }
  /** `unreachable` means no connection; the other codes are the server's fault. */
  | {
      kind: 'unknown'
      code: 'unreachable' | 'build_marker_missing' | 'build_marker_invalid' | 'build_record_missing'
    }
