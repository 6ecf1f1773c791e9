import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'
import type { customerUsers, users } from '#server/db/schema/users.ts'
import { hashPassword } from '#server/passwords.ts'
import { type DemoCustomer, DISTRIBUTOR_NO } from './customers.ts'
import { type Random, randomOf } from './random.ts'
import { DEMO_SIGN_INS, type DemoSignIn } from './sign-ins.ts'

export type DemoUsers = {
  users: (typeof users.$inferInsert)[]
  customerUsers: (typeof customerUsers.$inferInsert)[]
  ordererOf: Map<string, string>
}

export type UsersToMake = {
  customers: readonly DemoCustomer[]
  signIns: readonly DemoSignIn[]
  password: string
  seed: number
  now: Date
}

export const makeUsers = async ({
  customers: demoCustomers,
  signIns,
  password,
  seed,
  now,
}: UsersToMake): Promise<DemoUsers> => {
  const random = randomOf(seed, 'users')
  const newId = (): string => demoUuid(now, random)
  const unusable = hashPassword(randomBytes(32).toString('base64'))
  const passwordHash = await hashPassword(password)

  // Draws every id, so that leaving a user out does not change the others'.
  const signedIn = DEMO_SIGN_INS.map((signIn) => ({
    signIn,
    user: {
      id: newId(),
      username: signIn.username,
      email: signIn.email,
      passwordHash,
      accountType: signIn.accountType,
      canPlaceOrders: signIn.canPlaceOrders,
    },
  })).filter(({ signIn }) => signIns.includes(signIn))
  const own = await Promise.all(
    demoCustomers.map(async ({ row }) => ({
      customerId: row.id,
      user: {
        id: newId(),
        username: `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`,
        email: row.contactEmail ?? `kitchen.${row.id}@example.com`,
        passwordHash: await unusable,
        accountType: random.chance(0.7) ? ('C1' as const) : ('C2' as const),
        canPlaceOrders: true,
      },
    })),
  )
  return {
    users: [...signedIn, ...own].map(({ user }) => user),
    customerUsers: [
      ...signedIn.flatMap(({ signIn, user }) =>
        customersOf(signIn, demoCustomers).map((customerId) => ({ userId: user.id, customerId })),
      ),
      ...own.map(({ user, customerId }) => ({ userId: user.id, customerId })),
    ],
    ordererOf: new Map(own.map(({ user, customerId }) => [customerId, user.id])),
  }
}

/** Reproducible version 7 id. */
export const demoUuid = (at: Date, random: Random): string =>
  v7({ msecs: at.getTime(), random: Uint8Array.from({ length: 16 }, () => random.whole(0, 255)) })

function customersOf({ customers }: DemoSignIn, all: readonly DemoCustomer[]): string[] {
  const chosen = all.filter(({ row }, place) => {
    if ('named' in customers) return customers.named.includes(row.name)
    if ('count' in customers) return place < customers.count
    return row.distributorNo === DISTRIBUTOR_NO
  })
  if ('named' in customers && chosen.length !== customers.named.length) {
    throw new Error(`The demo lacks a customer of ${customers.named.join(', ')}.`)
  }
  return chosen.map(({ row }) => row.id)
}

const FIRST_NAMES = [
  'Alex',
  'Bethan',
  'Chidi',
  'Dawn',
  'Ewan',
  'Fatima',
  'Grace',
  'Harpreet',
  'Isla',
  'Jakub',
  'Kath',
  'Liam',
  'Mina',
  'Noel',
  'Olu',
  'Parveen',
]
const LAST_NAMES = [
  'Barraclough',
  'Crowther',
  'Dyson',
  'Eastwood',
  'Greenwood',
  'Holroyd',
  'Iqbal',
  'Jagger',
  'Kowalski',
  'Lumb',
  'Mensah',
  'Naylor',
  'Patel',
  'Rahman',
  'Shaw',
  'Thackray',
]
