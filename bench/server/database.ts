import pg from 'pg'

/** Statements of the bench itself, on a running server's database: to prepare and to check, never to measure. */
export const query = async <Row extends pg.QueryResultRow = Record<string, never>>(
  databaseUrl: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** The single row of such a statement. */
export const queryOne = async <Row extends pg.QueryResultRow>(
  databaseUrl: string,
  text: string,
  values: unknown[] = [],
): Promise<Row> => {
  const [row] = await query<Row>(databaseUrl, text, values)
  if (row === undefined) throw new Error(`No row: ${text}`)
  return row
}
