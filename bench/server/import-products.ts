import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bench, BenchContext } from '#bench/harness/bench.ts'
import { median, timed } from '#bench/harness/samples.ts'
import { type BenchServer, withServer } from '#bench/harness/server.ts'
import { runServerProgram } from '#e2e/support/server-process.ts'
import { makeProducts } from '#server/db/demo/products.ts'
import { query, queryOne } from './database.ts'

/** A file of the demo's products imported into a running server's empty database, then the same file again. */
export const importProducts: Bench = {
  name: 'import',
  area: 'server',
  run: async (context) => {
    const { quick, folder } = context
    const count = quick ? 1_000 : 40_000
    const file = join(folder, `products-${count}.csv`)
    writeFileSync(file, csvOf(count))
    const dataDir = mkdtempSync(join(folder, 'data-'))
    return await withServer({ dataDir }, async (server) => {
      const first: number[] = []
      const copied: number[] = []
      let again: { ms: number; result: Imported } | undefined
      let rewritten = 0
      for (let round = 0; round < (quick ? 1 : 3); round += 1) {
        await query(server.databaseUrl, 'TRUNCATE products CASCADE')
        const { ms, result } = await timed(() => runImport(server, file))
        if (result.added !== count) throw new Error(`Of ${count} rows ${result.added} were added.`)
        first.push(ms)
        const before = await fingerprintOf(server)
        again = await timed(() => runImport(server, file))
        if (before !== (await fingerprintOf(server))) rewritten += 1
        copied.push(await copyAgain(context, server))
      }
      if (again === undefined) throw new Error('Nothing was imported.')
      const { added, changed, refused, unchanged } = again.result
      return [
        {
          what: 'import of 40,000 products from CSV',
          measured: { value: median(first) / 1000, unit: 's' },
          reference: {
            what: 'COPY of the same rows into the same tables',
            figure: { value: median(copied) / 1000, unit: 's' },
          },
          budget: { of: 'ratio', max: 4, target: { max: { value: 10, unit: 's' } } },
          note: `the whole command, ${first.length} times`,
        },
        {
          what: 'a second import of the same file: rows changed',
          measured: { value: added + changed + refused + (count - unchanged) + rewritten, unit: 'count' },
          budget: { of: 'value', max: 0 },
          note: `in ${(again.ms / 1000).toFixed(1)} s; by its own count and by the rows' versions in the database`,
        },
      ]
    })
  },
}

type Imported = { added: number; changed: number; unchanged: number; refused: number }

const runImport = async ({ dataDir }: BenchServer, file: string): Promise<Imported> =>
  JSON.parse(
    await runServerProgram('import', ['products', file, '--format', 'json', '--quiet'], {
      DATA_DIR: dataDir,
    }),
  ) as Imported

/** A rewritten row has another xmin, even with the same content. */
const fingerprintOf = async ({ databaseUrl }: BenchServer): Promise<string> => {
  const { fingerprint } = await queryOne<{ fingerprint: string }>(
    databaseUrl,
    'SELECT sum(hashtextextended(p.xmin || p.product_no, 0))::text AS fingerprint FROM products p',
  )
  return fingerprint
}

const TABLES = ['products']

/** What PostgreSQL alone takes to write what the import wrote, including triggers, indexes and commit. */
async function copyAgain({ folder }: BenchContext, { databaseUrl, dataDir }: BenchServer): Promise<number> {
  const own = mkdtempSync(join(folder, 'copy-'))
  // PostgreSQL may run as another user, and writes into its own folder.
  const fileOf = (table: string): string => join(dataDir, 'postgres/cluster', `bench-${table}.copy`)
  try {
    for (const table of TABLES) await query(databaseUrl, `COPY ${table} TO '${fileOf(table)}'`)
    await query(databaseUrl, 'TRUNCATE products CASCADE')
    const { ms } = await timed(() =>
      query(
        databaseUrl,
        `BEGIN; ${TABLES.map((table) => `COPY ${table} FROM '${fileOf(table)}';`).join(' ')} COMMIT`,
      ),
    )
    return ms
  } finally {
    for (const table of TABLES) rmSync(fileOf(table), { force: true })
    rmSync(own, { recursive: true, force: true })
  }
}

/** A product's values, from which the import's columns are made. */
type Cells = Record<string, unknown>

const COLUMNS = [
  ...['product_no', 'name', 'brand', 'pack', 'unit', 'otherUnitProductNo', 'unitCount', 'contentAmount'],
  ...[
    'contentMeasure',
    'gtins',
    'department',
    'group',
    'category',
    'storageType',
    'vatBasisPoints',
    'contains',
  ],
  ...['mayContain', 'suitableFor', 'catchWeight', 'estimatedWeightGrams', 'minimumAge', 'isSpotPriced'],
  ...['promotion', 'reducedToClear', 'isNew', 'salesRank', 'description', 'ingredients', 'origin'],
]

function csvOf(count: number): string {
  const rows = makeProducts(1, count).map(({ row }) => {
    const cells: Cells = row
    return COLUMNS.map((column) => quoted(cellOf(column, cells[column]))).join(',')
  })
  return `${[COLUMNS.join(','), ...rows].join('\r\n')}\r\n`
}

function cellOf(column: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (!Array.isArray(value)) return String(value)
  // For allergens, an empty cell means "not known".
  if (value.length === 0 && (column === 'contains' || column === 'mayContain')) return 'none'
  return value.join('|')
}

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
