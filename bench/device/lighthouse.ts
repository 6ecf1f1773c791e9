import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import type { Bench, BenchContext } from '#bench/harness/bench.ts'
import type { Row } from '#bench/harness/row.ts'
import { median } from '#bench/harness/samples.ts'
import { withTrollySite } from './trolly-site.ts'

const RUNS = 5
/** Those that visitors come to first. */
const PAGES = [
  { name: 'landing page', path: '/' },
  { name: 'sign-up', path: '/sign-up' },
  { name: 'public catalogue', path: '/product-catalogue' },
]
const CATEGORIES = [
  { id: 'performance', min: 0.95 },
  { id: 'accessibility', min: 1 },
  { id: 'best-practices', min: 1 },
  { id: 'seo', min: 1 },
]

/** Lighthouse's mobile preset unchanged: a simulated slow 4G and a four-fold slowdown. */
export const lighthouseScores: Bench = {
  name: 'lighthouse',
  area: 'device',
  run: (bench) =>
    withTrollySite(300, async ({ url }) => {
      const rows: Row[] = []
      for (const { name, path } of PAGES) {
        const runs: Run[] = []
        for (let run = 0; run < (bench.quick ? 1 : RUNS); run += 1)
          runs.push(await runOnce(bench, new URL(path, url).href))
        rows.push(...rowsOf(name, runs))
      }
      return rows
    }),
}

type Run = { scores: Record<string, number>; audits: Record<string, number>; benchmarkIndex: number }

const runOnce = async ({ browser }: BenchContext, url: string): Promise<Run> => {
  const chrome = await launch({
    ...(browser === '' ? {} : { chromePath: browser }),
    chromeFlags: [
      '--headless=new',
      '--disable-gpu',
      // Chromium has no sandbox for root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  })
  try {
    const result = await lighthouse(url, { port: chrome.port, output: 'json', logLevel: 'error' })
    if (!result) throw new Error('Lighthouse gave no result')
    const { categories, audits, runtimeError, environment } = result.lhr
    if (runtimeError) throw new Error(`Lighthouse: ${runtimeError.code} ${runtimeError.message}`)
    return {
      scores: Object.fromEntries(CATEGORIES.map(({ id }) => [id, categories[id]?.score ?? Number.NaN])),
      audits: Object.fromEntries(AUDITS.map(({ id }) => [id, audits[id]?.numericValue ?? Number.NaN])),
      benchmarkIndex: environment.benchmarkIndex,
    }
  } finally {
    chrome.kill()
  }
}

const AUDITS = [
  { id: 'largest-contentful-paint', what: 'largest contentful paint', unit: 'ms', max: 1800 },
  { id: 'cumulative-layout-shift', what: 'layout shift', unit: 'score', max: 0.02 },
  { id: 'total-blocking-time', what: 'blocking time', unit: 'ms', max: 150, watched: true },
] as const

/** The median of scores and figures, as Lighthouse advises for busy machines. */
const rowsOf = (page: string, runs: readonly Run[]): Row[] => {
  const note = `median of ${runs.length}; benchmark index ${median(runs.map(({ benchmarkIndex }) => benchmarkIndex)).toFixed(0)}`
  return [
    ...CATEGORIES.map(
      ({ id, min }): Row => ({
        what: `Lighthouse mobile, ${page}: ${id}`,
        measured: { value: median(runs.map(({ scores }) => scores[id] ?? Number.NaN)) * 100, unit: 'score' },
        budget: { of: 'value', min: min * 100 },
        note,
      }),
    ),
    ...AUDITS.map(
      ({ id, what, unit, max, ...watched }): Row => ({
        what: `Lighthouse mobile, ${page}: ${what}`,
        measured: { value: median(runs.map(({ audits }) => audits[id] ?? Number.NaN)), unit },
        budget: { of: 'value', max },
        ...watched,
        note,
      }),
    ),
  ]
}
