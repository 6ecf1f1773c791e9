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

/** It becomes part of a path, so only these characters are allowed. */
export const isBuildId = (text: string): boolean => /^[0-9a-z]{1,64}$/.test(text)

export const LATEST_BUILD_PATH = '/builds/latest.json'
export const buildRecordPath = (id: string) => `/builds/meta/${id}.json`
