import { query } from './database.ts'
import { type RecordedStatement, type Substitutes, scriptLine } from './recorded-statements.ts'

/**
 * Statements recorded from several similar calls, for one pgbench script: each transaction uses the values of a random call. They
 * are read from a table, by a statement that costs next to nothing, since pgbench can generate numbers but not texts.
 */
export type PickedStatements = {
  /** For the start of the script: draws a call. */
  pick: string
  /** One per statement, in order. */
  lines: string[]
}

/**
 * @param recordings for each call the same statements, in the same order
 * @param substitutes by a statement's name: SQL for values that must differ even between two uses of one call's values
 */
export const pickedStatements = async (
  databaseUrl: string,
  recordings: readonly RecordedStatement[][],
  substitutes: Readonly<Record<string, Substitutes>> = {},
): Promise<PickedStatements> => {
  await query(
    databaseUrl,
    'CREATE TABLE IF NOT EXISTS bench_picks (way int, pick int, texts text[], PRIMARY KEY (way, pick))',
  )
  const [{ way } = { way: 0 }] = await query<{ way: number }>(
    databaseUrl,
    'SELECT coalesce(max(way), 0) + 1 AS way FROM bench_picks',
  )
  for (const [index, statements] of recordings.entries()) {
    const texts = statements.flatMap(({ values }) => values)
    await query(databaseUrl, 'INSERT INTO bench_picks VALUES ($1, $2, $3)', [way, index + 1, texts])
  }
  await query(databaseUrl, 'ANALYZE bench_picks')

  const [statements = []] = recordings
  const used: number[] = []
  let place = 0
  const lines = statements.map((statement, call) => {
    const own = substitutes[statement.name ?? ''] ?? {}
    const picked = statement.values.map((_, index): [number, string] => {
      place += 1
      const substitute = own[index + 1]
      if (substitute !== undefined) return [index + 1, substitute]
      // pgbench would pass it as an empty text.
      if (recordings.every((recording) => recording[call]?.values[index] === null)) return [index + 1, 'NULL']
      used.push(place)
      return [index + 1, `:t${place}`]
    })
    return scriptLine(statement, {}, Object.fromEntries(picked))
  })
  const columns = used.map((number) => `texts[${number}] AS t${number}`).join(', ')
  return {
    pick: `\\set pick random(1, ${recordings.length})
SELECT ${columns} FROM bench_picks WHERE way = ${way} AND pick = :pick \\gset`,
    lines,
  }
}
