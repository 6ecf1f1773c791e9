import type pg from 'pg'
import type { Batch } from './batch.ts'

/** Writes passwords, access and accounts after the users themselves; returns the changed users' lower-case addresses. */
export const writeUserDetails = async (client: pg.PoolClient, batch: Batch): Promise<Set<string>> => {
  const json = JSON.stringify(batch.rows)
  const has = (property: string): boolean => batch.properties.includes(property)
  const changed = [
    ...(has('givenPasswordHash') ? await changedBy(client, PASSWORDS, json) : []),
    ...(has('active') ? await changedBy(client, ACTIVITY, json) : []),
    ...(has('customers') ? await changedBy(client, CUSTOMERS, json) : []),
  ]
  return new Set(changed)
}

async function changedBy(client: pg.PoolClient, statement: string, json: string): Promise<string[]> {
  const { rows } = await client.query<{ email: string }>(statement, [json])
  return rows.map(({ email }) => email)
}

const STAGED = `
  select users.id as user_id, staged.* from json_to_recordset($1::json)
    as staged (email text, "givenPasswordHash" text, active boolean, customers text[])
    join users on lower(users.email) = lower(staged.email)`

/** Ends sessions opened with the old password, and the duty to change one that the office had handed out. */
const PASSWORDS = `
  with staged as (${STAGED}), changed as (
    update users set password_hash = staged."givenPasswordHash", must_change_password = false from staged
     where users.id = staged.user_id and staged."givenPasswordHash" is not null
       and users.password_hash <> staged."givenPasswordHash"
    returning users.id, lower(users.email) as email
  ), revoked as (
    update tokens set revoked_at = now() from changed where tokens.user_id = changed.id and revoked_at is null
  )
  select email from changed`

const ACTIVITY = `
  with staged as (${STAGED}), changed as (
    update users set deactivated_at = case when staged.active then null else now() end from staged
     where users.id = staged.user_id and (users.deactivated_at is null) <> staged.active
    returning users.id, lower(users.email) as email, users.deactivated_at
  ), revoked as (
    update tokens set revoked_at = now() from changed
     where tokens.user_id = changed.id and changed.deactivated_at is not null and revoked_at is null
  )
  select email from changed`

const CUSTOMERS = `
  with staged as (${STAGED}), wanted as (
    select user_id, unnest(customers) as customer_id from staged
  ), removed as (
    delete from customer_users using staged
     where customer_users.user_id = staged.user_id
       and customer_users.customer_id <> all (staged.customers)
    returning customer_users.user_id
  ), added as (
    insert into customer_users (user_id, customer_id) select user_id, customer_id from wanted
    on conflict do nothing returning user_id
  )
  select distinct lower(email) as email from users
   where id in (select user_id from removed union select user_id from added)`
