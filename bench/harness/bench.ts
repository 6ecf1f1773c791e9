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
  /** A folder of the run's own, removed at its end. */
  folder: string
  /** The browser's program. */
  browser: string
  /** Few samples, to see whether the measuring itself works; its figures say nothing. */
  quick: boolean
  /** Reports progress on stderr. */
  say: (text: string) => void
}
