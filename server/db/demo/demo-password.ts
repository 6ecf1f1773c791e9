import type { Database } from '#server/db/database.ts'
import { type Connection, withConnection } from '#server/db/transaction.ts'
import { hashPassword, newPassword } from '#server/passwords.ts'
import { DEMO_SIGN_INS, type DemoSignIn } from './sign-ins.ts'

/** Random per database, in plain text so that every start can print it; it opens only the demo. */
const PASSWORD_SETTING = 'demo_password'
/** 'trol', 'dpwd': simultaneous starts agree on one. */
const LOCK = [0x74726f6c, 0x64707764] as const

export type DemoUsers = { password: string; signIns: DemoSignIn[] }

/** Demo users who may still sign in. */
export const findDemoSignIns = async ({
  $client,
}: Pick<Database | Connection, '$client'>): Promise<DemoSignIn[]> => {
  const { rows } = await $client.query<{ email: string }>(
    'select lower(email) as email from users where lower(email) = any($1) and deactivated_at is null',
    [DEMO_SIGN_INS.map(({ email }) => email)],
  )
  const present = new Set(rows.map(({ email }) => email))
  return DEMO_SIGN_INS.filter(({ email }) => present.has(email))
}

/**
 * Gives all demo users one password: the wanted, the current or a new one. Earlier builds published theirs in the
 * sources. Sessions under another password end.
 * @returns undefined where there are none
 */
export const settleDemoUsers = (database: Database, wanted?: string): Promise<DemoUsers | undefined> =>
  withConnection(database, async (connection) => {
    const client = connection.$client
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1, $2)', [...LOCK])
    const signIns = await findDemoSignIns(connection)
    const had = await findDemoPassword(connection)
    const password = wanted ?? had ?? newPassword()
    if (signIns.length > 0 && password !== had) {
      await client.query(
        `with changed as (
           update users set password_hash = $1 where lower(email) = any($2) returning id
         )
         update tokens set revoked_at = now() from changed where user_id = changed.id and revoked_at is null`,
        [await hashPassword(password), signIns.map(({ email }) => email)],
      )
      await keepDemoPassword(connection, password)
    }
    await client.query('commit')
    return signIns.length === 0 ? undefined : { password, signIns }
  })

/** Before real data: ends every demo user's access. Returns whom it affected. */
export const deactivateDemoUsers = async (database: Database): Promise<DemoSignIn[]> => {
  const signIns = await findDemoSignIns(database)
  await database.$client.query(
    `with ended as (
       update users set deactivated_at = now() where lower(email) = any($1) and deactivated_at is null returning id
     )
     update tokens set revoked_at = now() from ended where user_id = ended.id and revoked_at is null`,
    [signIns.map(({ email }) => email)],
  )
  return signIns
}

export const findDemoPassword = async ({ $client }: Connection): Promise<string | undefined> => {
  const { rows } = await $client.query<{ password: string }>(
    "select value #>> '{}' as password from settings where name = $1",
    [PASSWORD_SETTING],
  )
  return rows[0]?.password
}

export const keepDemoPassword = async ({ $client }: Connection, password: string): Promise<void> => {
  await $client.query(
    `insert into settings (name, value) values ($1, to_jsonb($2::text))
     on conflict (name) do update set value = excluded.value`,
    [PASSWORD_SETTING, password],
  )
}
