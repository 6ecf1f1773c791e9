import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { customers } from '#server/db/schema/customers.ts'
import { priceLists } from '#server/db/schema/prices.ts'
import { customerUsers, tokens, users } from '#server/db/schema/users.ts'
import { hashPassword, isPassword } from '#server/passwords.ts'
import { aCustomer, aUser } from '#tests/support/builders.ts'
import { testDatabase } from '#tests/support/database.ts'
import { csv, importerInto, mappingOf, UNUSABLE_HASH } from '#tests/support/import.ts'

const { database } = await testDatabase()
const importCsv = importerInto(database)

beforeEach(async () => {
  await database.delete(users)
  await database.delete(customers)
  await database.delete(priceLists)
})

describe('importing customers', () => {
  const HEADER = 'id,name,priceListId,deliveryWeekdays'
  beforeEach(async () => {
    await database.insert(priceLists).values({ id: 'STD', name: 'Standard' })
  })
  const rowOf = async (id: string) => (await database.select().from(customers).where(eq(customers.id, id)))[0]

  it('reads their terms, with money in pounds and days by name', async () => {
    const { refused } = await importCsv(
      'customers',
      csv(
        'id,name,accountKind,addressLines,town,postcode,contactEmail,onStop,priceListId,creditLimit,minimumOrder,maximumOrder,freeDelivery,mandatoryCategory,ageRestrictedAllowed,route,deliveryWeekdays,cutOffTime,cutOffDaysBefore',
        '1001,The Copper Kettle,cash,1 Mill Lane|Upper Floor,Halifax,HX1 1AA,kettle@example.com,no,STD,"£1,234.50",75,,250.5,Bakery,yes,CALDER,Mon|wednesday|5,18:30,2',
      ),
    )
    expect(refused).toBe(0)
    expect(await rowOf('1001')).toMatchObject({
      accountKind: 'cash',
      addressLines: ['1 Mill Lane', 'Upper Floor'],
      creditLimitPence: 123_450,
      minimumOrderPence: 7_500,
      maximumOrderPence: null,
      freeDeliveryPence: 25_050,
      mandatoryCategory: 'Bakery',
      ageRestrictedAllowed: true,
      deliveryWeekdays: [1, 3, 5],
      cutOffTime: '18:30',
      cutOffDaysBefore: 2,
    })
  })

  it('accepts money in pence too, and rejects ambiguous amounts', async () => {
    const { refusals } = await importCsv(
      'customers',
      csv(
        `${HEADER},minimumOrderPence,creditLimit`,
        '1,A,STD,1,7500,1000',
        '2,B,STD,1,75.00,1000',
        '3,C,STD,1,7500,"1,00"',
        '4,D,STD,1,7500,-5',
        '5,E,STD,1,7500,12.345',
        '6,F,STD,1,7500,£99999999',
        '7,G,STD,1,7500,"1,234,567.89"',
      ),
    )
    expect(refusals).toEqual([
      [3, 'invalid_money'],
      [4, 'invalid_money'],
      [5, 'invalid_money'],
      [6, 'invalid_money'],
      [7, 'out_of_range'],
    ])
    expect(await rowOf('7')).toMatchObject({ creditLimitPence: 123_456_789 })
  })

  it('warns of a second account that differs from another in leading zeros alone', async () => {
    await importCsv('customers', csv(HEADER, '00123,A,STD,1'))
    const again = await importCsv('customers', csv(HEADER, '123,A,STD,1', '00123,A,STD,1', '124,B,STD,1'))
    expect(again).toMatchObject({ added: 2, unchanged: 1, refused: 0, warnings: { other_zeros: 1 } })
    const header = 'customer,reference,day,amount'
    const { rows } = await importCsv('payments', csv(header, '0124,BACS 1,2026-11-23,5'))
    expect(rows[0]?.problems[0]?.why).toContain('There was 124, but no 0124:')
  })

  it('rejects an unknown price list, since its customers would see no prices', async () => {
    const { refusals, rows } = await importCsv('customers', csv(HEADER, '1,A,STD,1', '2,B,STANDRAD,1'))
    expect(refusals).toEqual([[3, 'unknown_price_list']])
    expect(rows[0]?.problems[0]).toMatchObject({ column: 'priceListId', value: 'STANDRAD' })
  })

  it('rejects invalid days, times and postcodes', async () => {
    const { refusals } = await importCsv(
      'customers',
      csv(
        `${HEADER},cutOffTime,postcode,contactEmail`,
        '1,A,STD,8,22:00,HX1 1AA,',
        '2,B,STD,Mo,22:00,HX1 1AA,',
        '3,C,STD,,22:00,HX1 1AA,',
        '4,D,STD,1,24:00,HX1 1AA,',
        '5,E,STD,1,22:00,HX1,',
        '6,F,STD,1,22:00,HX1 1AA,nobody',
        '7,G,STD,1,7:30,HX1 1AA,',
        '8,H,STD,1,18:30:00,HX1 1AA,',
      ),
    )
    expect([(await rowOf('7'))?.cutOffTime, (await rowOf('8'))?.cutOffTime]).toEqual(['07:30', '18:30'])
    expect(refusals).toEqual([
      [2, 'invalid_choice'],
      [3, 'invalid_choice'],
      [4, 'missing_value'],
      [5, 'invalid_time'],
      [6, 'invalid_text'],
      [7, 'invalid_text'],
    ])
  })

  it('normalises postcodes as the app does, and takes the first of several e-mail addresses', async () => {
    const { refused, warnings } = await importCsv(
      'customers',
      csv(
        `${HEADER},postcode,contactEmail`,
        "O'BRI01,A,STD,1,yo1 7hh,dave@crown.example; office@crown.example",
        'A&D 1,B,STD,1,YO17HH,',
        'BFPO,C,STD,1,bfpo57,',
        'GIRO,D,STD,1,GIR 0AA,one@example.com;',
      ),
    )
    expect({ refused, warnings }).toEqual({ refused: 0, warnings: { first_address_only: 1 } })
    expect(await rowOf("O'BRI01")).toMatchObject({ postcode: 'YO1 7HH', contactEmail: 'dave@crown.example' })
    expect(await rowOf('A&D 1')).toMatchObject({ postcode: 'YO1 7HH' })
    expect(await rowOf('BFPO')).toMatchObject({ postcode: 'BFPO 57' })
    expect(await rowOf('GIRO')).toMatchObject({ postcode: 'GIR 0AA', contactEmail: 'one@example.com' })
  })

  it('takes Peppol IDs whose scheme they fit', async () => {
    const { refusals } = await importCsv(
      'customers',
      csv(
        `${HEADER},peppolId`,
        '1,A,STD,1,0088:5060000000009',
        '2,B,STD,1,9932:GB123456789',
        '3,C,STD,1,0088:5060000000000',
        '4,D,STD,1,GB123456789',
        '5,E,STD,1,',
      ),
    )
    expect((await rowOf('1'))?.peppolId).toBe('0088:5060000000009')
    expect([(await rowOf('2'))?.peppolId, (await rowOf('5'))?.peppolId]).toEqual(['9932:GB123456789', ''])
    expect(refusals).toEqual([
      [4, 'invalid_text'],
      [5, 'invalid_text'],
    ])
  })

  it('joins several columns into an address or a text', async () => {
    const columns = {
      id: 'A/C',
      name: { from: ['Name', 'Branch'], join: ', ' },
      addressLines: ['Street 1', 'Street 2', 'Street 3'],
      priceListId: { constant: 'STD' },
      deliveryWeekdays: { constant: ['Mon'] },
    }
    const mapping = mappingOf('customers', { ...columns, addressLines: { from: columns.addressLines } })
    const { refused } = await importCsv(
      'customers',
      csv(
        'A/C,Name,Branch,Street 1,Street 2,Street 3',
        '1,Crown,York,"Unit 4 | Rear",,Mill Lane',
        '2,Bell,,,,',
      ),
      { mapping },
    )
    expect(refused).toBe(0)
    expect(await rowOf('1')).toMatchObject({
      name: 'Crown, York',
      addressLines: ['Unit 4 | Rear', 'Mill Lane'],
    })
    expect(await rowOf('2')).toMatchObject({ name: 'Bell', addressLines: [] })
    const faulty = { ...columns, name: { from: ['Name', 'Branch'] }, addressLines: 'Street 1' }
    expect(() => mappingOf('customers', faulty)).toThrow('several columns need "join"')
  })

  it('changes nothing the second time', async () => {
    const file = csv(HEADER, '1,A,STD,1|2', '2,B,STD,3')
    await importCsv('customers', file)
    expect(await importCsv('customers', file)).toMatchObject({ added: 0, changed: 0, unchanged: 2 })
  })
})

describe('importing users', () => {
  const HEADER = 'email,username,account_type,customers'
  beforeEach(async () => {
    await aCustomer(database, { id: 'C1' })
    await aCustomer(database, { id: 'C2' })
    await aCustomer(database, { id: 'C3' })
  })
  const userOf = async (email: string) => {
    const [user] = await database.select().from(users).where(eq(users.email, email))
    if (user === undefined) throw new Error(`No user ${email}`)
    const links = await database.select().from(customerUsers).where(eq(customerUsers.userId, user.id))
    return { ...user, customers: links.map(({ customerId }) => customerId).sort() }
  }

  it('adds them with their customers and an unusable password', async () => {
    const { added, refused } = await importCsv(
      'users',
      csv(
        `${HEADER},can_place_orders,acl_routes,contact_sms`,
        'chef@example.com,Asha,C1,C1|C2,no,/home|/orders,yes',
      ),
    )
    expect({ added, refused }).toEqual({ added: 1, refused: 0 })
    expect(await userOf('chef@example.com')).toMatchObject({
      username: 'Asha',
      accountType: 'C1',
      canPlaceOrders: false,
      aclRoutes: ['/home', '/orders'],
      contactSms: true,
      customers: ['C1', 'C2'],
      passwordHash: UNUSABLE_HASH,
    })
  })

  it('changes nothing the second time, and keeps passwords and fields missing from the file', async () => {
    await importCsv('users', csv(`${HEADER},contact_sms`, 'chef@example.com,Asha,C1,C1|C2,yes'))
    await database.update(users).set({ passwordHash: await hashPassword('their own') })
    const again = await importCsv('users', csv(HEADER, 'Chef@Example.com,Asha,C1,C2|C1'))
    expect(again).toMatchObject({ added: 0, changed: 0, unchanged: 1 })
    const user = await userOf('chef@example.com')
    expect(user.contactSms).toBe(true)
    expect(await isPassword(user.passwordHash, 'their own')).toBe(true)
  })

  it('adds and removes customers, which counts as a change', async () => {
    await importCsv('users', csv(HEADER, 'chef@example.com,Asha,C1,C1|C2'))
    const second = await importCsv('users', csv(HEADER, 'chef@example.com,Asha,C1,C2|C3'))
    expect(second).toMatchObject({ added: 0, changed: 1 })
    expect((await userOf('chef@example.com')).customers).toEqual(['C2', 'C3'])
    await importCsv('users', csv('email,username,account_type', 'chef@example.com,Asha,C1'))
    expect((await userOf('chef@example.com')).customers).toEqual(['C2', 'C3'])
  })

  it('rejects a user with an unknown customer', async () => {
    const { refusals, rows } = await importCsv('users', csv(HEADER, 'chef@example.com,Asha,C1,C1|C9'))
    expect(refusals).toEqual([[2, 'unknown_customer']])
    expect(rows[0]?.problems[0]?.value).toBe('C9')
    expect(await database.select().from(users)).toHaveLength(0)
  })

  it('rejects a file with a password column, under any name', async () => {
    for (const column of ['password', 'Password', 'user_password', 'pwd']) {
      await expect(
        importCsv('users', csv(`${HEADER},${column}`, 'chef@example.com,Asha,C1,C1,secret')),
      ).rejects.toMatchObject({ code: 'password_column' })
    }
  })

  it('accepts Argon2id hashes of bounded cost, and never shows them in a report', async () => {
    const hash = await hashPassword('from the old system')
    const { refusals, rows } = await importCsv(
      'users',
      csv(
        `${HEADER},password_hash`,
        `a@example.com,A,C1,C1,"${hash}"`,
        'b@example.com,B,C1,C1,$2b$10$bcryptbcryptbcryptbcrypt',
        `c@example.com,C,C1,C1,"${hash.replace('m=19456', 'm=65537')}"`,
        `d@example.com,D,C1,C1,"${hash.replace('t=2', 't=11')}"`,
        `e@example.com,E,C1,C1,"${hash.replace('p=1', 'p=5')}"`,
        `f@example.com,F,C1,C1,"${hash.replace('m=19456,t=2', 'm=65536,t=5')}"`,
        `g@example.com,G,C1,C1,"${hash.replace('m=19456', 'm=1024')}"`,
      ),
    )
    expect(refusals).toEqual([3, 4, 5, 6, 7, 8].map((line) => [line, 'invalid_password_hash']))
    expect(rows.flatMap(({ problems }) => problems.map(({ value }) => value))).toEqual(Array(6).fill(null))
    expect(await isPassword((await userOf('a@example.com')).passwordHash, 'from the old system')).toBe(true)
  })

  it('signs out users whose password changes or who may no longer sign in', async () => {
    const other = await aUser(database, { email: 'other@example.com' })
    const { id } = await aUser(database, { email: 'chef@example.com' })
    const hash = await hashPassword('new')
    await importCsv(
      'users',
      csv('email,username,account_type,password_hash', `chef@example.com,Asha,C1,"${hash}"`),
    )
    const revoked = async (userId: string) =>
      (await database.select().from(tokens).where(eq(tokens.userId, userId))).map(
        ({ revokedAt }) => revokedAt !== null,
      )
    expect(await revoked(id)).toEqual([true])
    expect(await revoked(other.id)).toEqual([false])

    await importCsv('users', csv('email,username,account_type,active', 'other@example.com,Other,C1,no'))
    expect(await revoked(other.id)).toEqual([true])
    const deactivated = await userOf('other@example.com')
    expect(deactivated.deactivatedAt).not.toBeNull()
    const again = await importCsv(
      'users',
      csv('email,username,account_type,active', 'other@example.com,Other,C1,no'),
    )
    expect(again).toMatchObject({ changed: 0, unchanged: 1 })
    expect((await userOf('other@example.com')).deactivatedAt).toEqual(deactivated.deactivatedAt)
  })

  it('hands over passwords only of users it adds', async () => {
    await aUser(database, { email: 'there@example.com' })
    const handedOver: [string, string][] = []
    const passwords = {
      unusableHash: async () => UNUSABLE_HASH,
      issue: async () => ({ password: 'abcd-efgh', hash: await hashPassword('abcd-efgh') }),
      handOver: async (email: string, password: string) => {
        handedOver.push([email, password])
      },
    }
    const hash = await hashPassword('known')
    const file = csv(
      'email,username,account_type,password_hash',
      'there@example.com,There,C1,',
      'new@example.com,New,C1,',
      `hashed@example.com,Hashed,C1,"${hash}"`,
      'broken@example.com,Broken,XX,',
    )
    await importCsv('users', file, { passwords, dryRun: true })
    expect(handedOver).toEqual([])
    await importCsv('users', file, { passwords })
    expect(handedOver).toEqual([['new@example.com', 'abcd-efgh']])
    expect(await isPassword((await userOf('new@example.com')).passwordHash, 'abcd-efgh')).toBe(true)
    const mustChange = async (email: string) => (await userOf(email)).mustChangePassword
    expect(await mustChange('new@example.com')).toBe(true)
    expect(await mustChange('there@example.com')).toBe(false)
    expect(await mustChange('hashed@example.com')).toBe(false)

    await importCsv('users', csv('email,username,account_type', 'new@example.com,Renamed,C1'))
    expect(await mustChange('new@example.com')).toBe(true)
    const own = csv('email,username,account_type,password_hash', `new@example.com,Renamed,C1,"${hash}"`)
    await importCsv('users', own)
    expect(await mustChange('new@example.com')).toBe(false)
  })

  it('asks nobody to change a password that nobody knows', async () => {
    await importCsv('users', csv(HEADER, 'chef@example.com,Asha,C1,C1'))
    expect((await userOf('chef@example.com')).mustChangePassword).toBe(false)
  })

  it('treats two spellings of one address as one user', async () => {
    const { refusals } = await importCsv(
      'users',
      csv(HEADER, 'chef@example.com,Asha,C1,C1', 'CHEF@example.com,Asha,C1,C2'),
    )
    expect(refusals).toEqual([[3, 'duplicate_key']])
  })
})
