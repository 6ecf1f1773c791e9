import type { Database } from '#server/db/database.ts'
import { withConnection } from '#server/db/transaction.ts'
import { DEMO_SETTING } from './fill.ts'

export const isDemoDatabase = async ({ $client }: Database): Promise<boolean> => {
  const { rowCount } = await $client.query('select from settings where name = $1', [DEMO_SETTING])
  return (rowCount ?? 0) > 0
}

/** Empties every table but settings, and changes the epoch so that devices start again. Returns rows deleted by table. */
export const emptyDatabase = (database: Database): Promise<Record<string, number>> =>
  withConnection(database, async ({ $client }) => {
    await $client.query('begin')
    const { rows: tables } = await $client.query<{ name: string }>(
      `select quote_ident(table_name) as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'settings' order by 1`,
    )
    const names = tables.map(({ name }) => name)
    const counted: Record<string, number> = {}
    for (const name of names) {
      const { rows } = await $client.query<{ count: number }>(`select count(*) from ${name}`)
      const count = rows[0]?.count ?? 0
      if (count > 0) counted[name] = count
    }
    await $client.query(`truncate ${names.join(', ')}`)
    await $client.query('alter sequence order_numbers restart')
    await $client.query('alter sequence invoice_numbers restart')
    await $client.query('alter sequence agent_bill_numbers restart')
    await $client.query('alter sequence claim_numbers restart')
    await $client.query('delete from settings where name = $1', [DEMO_SETTING])
    await $client.query("update settings set value = to_jsonb(gen_random_uuid()::text) where name = 'epoch'")
    await $client.query('commit')
    return counted
  })
