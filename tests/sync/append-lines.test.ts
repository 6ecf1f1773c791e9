import { describe, expect, test } from 'vitest'
import type { LineOperation, Operation } from '#domain/trollies/operation.ts'
import { findTrolly } from '#src/store/trollies/trollies.ts'
import { readTakenBack } from '#src/sync/trollies/taken-back.ts'
import { add, aLine, checkout, remove, set, TROLLY } from '#tests/domain/trollies/builders.ts'
import { aPhone } from './phone.ts'

const lines = (...operations: Operation[]) => operations as LineOperation[]

const aTrolly = async () => {
  const phone = aPhone()
  await phone.knowsTrolly()
  await phone.database.lines.put({ ...aLine({ product_no: 'OLD', quantity: 4 }), trollyId: TROLLY })
  const all = (...operations: Operation[]) => phone.outbox.appendLines(TROLLY, () => lines(...operations))
  const quantities = async () =>
    Object.fromEntries(
      ((await findTrolly(phone.database, TROLLY))?.lines ?? []).map((line) => [
        line.product_no,
        line.quantity,
      ]),
    )
  return { ...phone, all, quantities }
}

describe('lines changed together', () => {
  test('end up as if changed one by one', async () => {
    const operations = [add(2, 'NEW'), add(3, 'OLD', true), add(1, 'WAITS'), remove('GOES'), set(7, 'SET')]
    const before = [add(5, 'WAITS'), add(2, 'GOES'), set(1, 'SET')]
    const [together, apart] = [await aTrolly(), await aTrolly()]
    for (const operation of before) {
      await together.append(operation)
      await apart.append(operation)
    }
    await together.all(...operations)
    for (const operation of operations) await apart.append(operation)
    expect(await together.quantities()).toEqual({ NEW: 2, OLD: 7, WAITS: 6, SET: 7 })
    expect(await together.quantities()).toEqual(await apart.quantities())
    const kept = async (phone: typeof together) =>
      (await phone.queue()).map(({ operation, expectedVersion }) => ({ operation, expectedVersion }))
    expect(await kept(together)).toEqual(await kept(apart))
  })

  test('are all refused if the trolly cannot change, and nothing is written', async () => {
    const phone = aPhone()
    await expect(phone.outbox.appendLines(TROLLY, () => lines(add(1, 'A')))).rejects.toMatchObject({
      code: 'trolly_unknown',
    })
    expect(await phone.queue()).toEqual([])
  })

  test('withdraw a waiting order, and record it', async () => {
    const phone = await aTrolly()
    await phone.append(checkout())
    await phone.all(add(1, 'A'), add(1, 'B'))
    expect((await phone.queue()).map(({ operation }) => operation.kind)).toEqual(['add', 'add'])
    expect(await readTakenBack(phone.database)).toMatchObject([{ trollyId: TROLLY }])
  })

  test('need a fixed number of storage requests', async () => {
    const requestsFor = async (count: number) => {
      const phone = await aTrolly()
      let requests = 0
      phone.database.use({
        stack: 'dbcore',
        create: (core) => ({
          ...core,
          table: (name) => {
            const table = core.table(name)
            const counted = <Request, Reply>(act: (request: Request) => Reply) => {
              return (request: Request) => {
                requests += 1
                return act(request)
              }
            }
            return {
              ...table,
              get: counted(table.get),
              query: counted(table.query),
              mutate: counted(table.mutate),
            }
          },
        }),
      })
      phone.database.close()
      await phone.database.open()
      await phone.all(...Array.from({ length: count }, (_, at) => add(1, `N${at}`)))
      expect(Object.keys(await phone.quantities())).toHaveLength(count + 1)
      return requests
    }
    const few = await requestsFor(2)
    expect(few).toBeGreaterThan(4)
    expect(await requestsFor(500)).toBe(few)
  })
})
