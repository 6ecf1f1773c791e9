import type { Row } from './row.ts'

/** Measured together because they share a server, a browser or a build. */
export type Bench = {
  /** For `npm run bench -- name`. */
  name: string
  area: 'device' | 'server' | 'people'
  /** Runs only if named. */
  onRequest?: true
  run: (context: BenchContext) => Promise<Row[]>
}

export type BenchContext = {
  /** The run's folder, removed at its end. */
  folder: string
  /** Path of the browser. */
  browser: string
  /** Few samples, to check that the measuring works; the figures mean nothing. */
  quick: boolean
  /** Reports progress on stderr. */
  say: (text: string) => void
}
