import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { productSearch } from '#contract/product-search.ts'
import { openDevice } from './device-side.ts'
import { HALVES, type JudgedProduct, readJudgedQueries } from './judged-queries.ts'
import { createMiniSearch } from './mini-search.ts'
import {
  type Answer,
  BUDGET,
  isBetter,
  isWithinBudget,
  NOTHING_WITHIN,
  rightPlace,
  type Score,
  scoreOf,
} from './score.ts'
import { withShop } from './server-side.ts'
import { judgeSuggestions, LETTERS, SUGGESTED_MIN, type Suggested, shareOf } from './suggested.ts'

// `npm run search-quality -- FILE.csv`: how many of the judged queries find the right product, on the server, on a device, and
// with unconfigured MiniSearch. Exits with 1 if a budget is missed or server and device differ.

const USAGE = `Usage: npm run search-quality -- FILE.csv [--mapping NAME]

FILE       products as CSV, or SEARCH_QUALITY_CSV; the judged queries are about a catalogue of Open Food Facts
--mapping  how its columns become ours: open-food-facts where not given`

const PAGE_LENGTH = 24
const SIDES = ['server', 'device', 'MiniSearch'] as const
type Side = (typeof SIDES)[number]

const { file, mapping } = readArguments()
const judged = readJudgedQueries()

const { answers, suggested, differing, unmet } = await withShop(file, mapping, async (shop) => {
  const device = await openDevice(shop)
  const catalogue = new Map<string, JudgedProduct>(
    (await device.products()).map((product) => [product.product_no, product]),
  )
  const searchMini = createMiniSearch([...catalogue.values()])
  const answers: Record<Side, Answer[]> = { server: [], device: [], MiniSearch: [] }
  const suggested: Suggested[] = []
  const firstFound = async (text: string) => (await device.search(text, 1)).data[0]
  const differing: string[] = []
  for (const one of judged) {
    const body = { queryString: one.query, pageLength: PAGE_LENGTH }
    const onServer = await shop.call(productSearch.search, { params: { id: shop.trollyId }, body })
    const onDevice = await device.search(one.query, PAGE_LENGTH)
    if (textOf(onServer) !== textOf(onDevice)) differing.push(one.query)
    answers.server.push({ judged: one, products: onServer.data })
    answers.device.push({ judged: one, products: onDevice.data })
    const found = searchMini(one.query).slice(0, NOTHING_WITHIN)
    const suggestions = await judgeSuggestions(one, { catalogue, suggest: device.suggest, firstFound })
    if (suggestions) suggested.push(suggestions)
    answers.MiniSearch.push({ judged: one, products: found.flatMap((id) => catalogue.get(id) ?? []) })
  }
  const unmet = judged.filter(({ isRight }) => ![...catalogue.values()].some(isRight))
  return { answers, suggested, differing, unmet }
})

const scores = HALVES.flatMap((half) => {
  const of = (side: Side): Score => scoreOf(answers[side].filter((answer) => answer.judged.half === half))
  return SIDES.map((side) => ({
    half,
    side,
    score: of(side),
    isMet: side === 'MiniSearch' || meets(of(side), of('MiniSearch')),
  }))
})
printFailures()
printTable()
const areSuggestionsMet = printSuggested()
for (const query of differing) console.log(`Server and device differ: ${query}`)
for (const { query } of unmet) console.log(`No product of this catalogue is right for: ${query}`)
process.exit(
  scores.every(({ isMet }) => isMet) && areSuggestionsMet && differing.length === 0 && unmet.length === 0
    ? 0
    : 1,
)

/** What both sides must agree on. */
function textOf({ data, total, ...rest }: { data: { product_no: string }[]; total: number }): string {
  const { corrections, dropped } = rest as { corrections?: unknown; dropped?: unknown }
  return JSON.stringify([total, data.map(({ product_no }) => product_no), corrections, dropped])
}

function meets(score: Score, miniSearch: Score): boolean {
  return isWithinBudget(score) && isBetter(score, miniSearch)
}

/** The device's are the same. */
function printFailures(): void {
  for (const half of HALVES) {
    const failed = answers.server.filter((answer) => answer.judged.half === half && rightPlace(answer) > 0)
    console.log(`\n${half}: not first in ${failed.length}`)
    for (const answer of failed) {
      const place = rightPlace(answer)
      const where = place < NOTHING_WITHIN ? `${place + 1}.` : '–'
      const came = answer.products.slice(0, 3).map(({ name, brand }) => `${name} [${brand}]`)
      console.log(
        `${where.padStart(4)}  ${answer.judged.query.padEnd(28)} ${answer.judged.kind.padEnd(10)} ${came.join(' · ') || 'nothing'}`,
      )
    }
  }
}

function printTable(): void {
  const counts = HALVES.map((half) => `${half} ${judged.filter((one) => one.half === half).length}`)
  console.log(`\n${judged.length} queries: ${counts.join(', ')}`)
  console.log(`${''.padEnd(22)}first right  in top three  nothing useful`)
  for (const { half, side, score, isMet } of scores) {
    const figures = [score.first, score.topThree, score.nothing].map((figure) => `${figure.toFixed(1)} %`)
    const [first = '', topThree = '', nothing = ''] = figures
    const verdict = side === 'MiniSearch' ? '' : isMet ? 'met' : 'MISSED'
    console.log(
      `${half.padEnd(10)}${side.padEnd(12)}${first.padStart(11)}${topThree.padStart(14)}${nothing.padStart(16)}  ${verdict}`,
    )
  }
  console.log(
    `budget: at least ${BUDGET.first} %, at least ${BUDGET.topThree} %, at most ${BUDGET.nothing} %, and better than MiniSearch`,
  )
}

/** The index that suggests is the same on both sides. */
function printSuggested(): boolean {
  console.log(`\nSuggested among the first five after ${LETTERS} letters`)
  const shares = HALVES.map((half) => {
    const all = suggested.filter(({ judged: { half: its } }) => its === half)
    const right = shareOf(all, ({ isRight }) => isRight)
    const onTheWay = shareOf(all, ({ isOnTheWay }) => isOnTheWay)
    const verdict = onTheWay >= SUGGESTED_MIN ? 'met' : 'MISSED'
    console.log(
      `${half.padEnd(10)}right ${right.toFixed(1)} %, right or on the way ${onTheWay.toFixed(1)} %  ${verdict}`,
    )
    return onTheWay
  })
  console.log(`budget: at least ${SUGGESTED_MIN} % right or on the way`)
  return shares.every((share) => share >= SUGGESTED_MIN)
}

function readArguments(): { file: string; mapping: string } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { mapping: { type: 'string', default: 'open-food-facts' } },
    })
    const [file = process.env.SEARCH_QUALITY_CSV, ...more] = positionals
    if (file === undefined || more.length > 0) return endWith('Name the CSV of products to search in.')
    if (!existsSync(file)) return endWith(`There is no file ${file}.`)
    return { file, mapping: values.mapping }
  } catch (error) {
    return endWith(error instanceof Error ? error.message : String(error))
  }
}

function endWith(problem: string): never {
  console.error(`${problem}\n${USAGE}`)
  process.exit(2)
}
