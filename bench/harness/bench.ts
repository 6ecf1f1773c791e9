import type { Row } from './row.ts'

/** What is measured together, since it shares a server, a browser or a build. */
export type Bench = {
  /** For `npm run bench -- name`. */
  name: string
  area: 'device' | 'server' | 'people'
  /** It runs only where it is named. */
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
  /** Tells what goes on, on stderr. */
  say: (text: string) => void
}
