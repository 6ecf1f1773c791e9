import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { emptyDataFolder } from './demo-data.ts'
import type { TrollyServer } from './server.ts'
import { runServerProgram } from './server-process.ts'

/** As a wholesaler's system does, while the server runs. */
export const importRows = async (
  trolly: TrollyServer,
  kind: 'products' | 'prices' | 'stock',
  rows: readonly Record<string, string | number>[],
): Promise<void> => {
  const cells = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]
  const text = cells.map((row) => row.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(','))
  const file = join(emptyDataFolder(), `${kind}.csv`)
  writeFileSync(file, `${text.join('\r\n')}\r\n`)
  await runServerProgram('import', [kind, file, '--quiet'], { DATABASE_URL: trolly.databaseUrl() })
}
