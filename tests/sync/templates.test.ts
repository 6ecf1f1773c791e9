import { describe, expect, test, vi } from 'vitest'
import type { TemplateHead } from '#contract/templates.ts'
import type { TemplateOperation } from '#domain/templates/operation.ts'
import { leftOutText, templateText } from '#domain/templates/words.ts'
import { OperationRefused } from '#domain/trollies/refused.ts'
import type { ApiClient } from '#src/api/client.ts'
import { takeRefusals } from '#src/store/lane-rows.ts'
import { findTemplate, listTemplates, templateLane } from '#src/store/templates.ts'
import { refreshTemplate, refreshTemplates } from '#src/sync/templates/reads.ts'
import { aPhone, refusal, reply } from './phone.ts'

const ID = '0190b5a0-0000-7000-8000-0000000000a1'
const LANE = templateLane(ID)
const AT = '2026-03-03T09:00:00.000Z'

const head = (parts: Partial<TemplateHead> = {}): TemplateHead => ({
  id: ID,
  customerId: 'C1',
  ownerId: 'user',
  ownerName: 'Robin Cook',
  name: 'Friday bar',
  visibility: 'private',
  version: 1,
  detailsVersion: 1,
  itemCount: 2,
  deleted: false,
  createdAt: AT,
  updatedAt: AT,
  ...parts,
})
const created = (parts: Partial<TemplateHead> = {}) =>
  reply(200, { ...head(parts), versionBefore: 0, detailsVersionBefore: 0, archived: [], unknown: [] })
const changed = (parts: Partial<TemplateHead> & { version: number }, before = {}) =>
  reply(200, {
    ...head(parts),
    versionBefore: parts.version - 1,
    detailsVersionBefore: parts.detailsVersion ?? 1,
    ...before,
  })
const itemChanged = (item: {
  product_number: string
  version: number
  deleted?: boolean
  versionBefore?: number
}) =>
  reply(200, {
    id: item.product_number,
    product_number: item.product_number,
    parLevel: null,
    lastQuantity: null,
    position: 5,
    deleted: item.deleted ?? false,
    addedAt: AT,
    template: head({ version: item.version }),
    versionBefore: item.versionBefore ?? item.version - 1,
    detailsVersionBefore: 1,
  })

const CREATE: TemplateOperation = {
  kind: 'create',
  templateId: ID,
  customerId: 'C1',
  ownerId: 'user',
  name: 'Friday bar',
  visibility: 'private',
  items: [
    { product_no: 'A', quantity: 6 },
    { product_no: 'B', quantity: 2 },
  ],
  at: AT,
}

const aUser = () => {
  const phone = aPhone()
  const { database } = phone
  const change = (operation: TemplateOperation, seen?: object) => phone.work.append(LANE, operation, seen)
  const known = async () => {
    await database.templates.put({ ...head(), itemsVersion: 1 })
    for (const [index, product_no] of ['A', 'B'].entries())
      await database.templateItems.put({
        templateId: ID,
        product_no,
        parLevel: null,
        lastQuantity: 1,
        position: index + 1,
        deleted: false,
        addedAt: AT,
      })
  }
  const shown = async () => (await findTemplate(database, ID))?.items.map(({ product_no }) => product_no)
  const kinds = async () => (await phone.queue()).map(({ operation }) => operation.kind as string)
  return { ...phone, change, known, shown, kinds }
}

describe('a template made offline', () => {
  test('is listed at once, can be changed, and is sent in one call', async () => {
    const user = aUser()
    await user.change(CREATE)
    await user.change({ kind: 'details', changes: { name: 'Saturday bar' } })
    expect(await listTemplates(user.database, 'C1')).toMatchObject([
      { id: ID, name: 'Saturday bar', itemCount: 2, waitingCount: 1 },
    ])
    user.answerWith(created({ name: 'Saturday bar' }))
    await user.drain()
    expect(user.sent).toHaveLength(1)
    expect(user.sent[0]?.path).toContain('/template/create-from-array?')
    expect(user.sent[0]?.path).not.toContain('v=1')
    expect(JSON.parse(user.sent[0]?.body ?? '')).toEqual([
      { product_number: 'A', quantity: 6 },
      { product_number: 'B', quantity: 2 },
    ])
    expect(await user.queue()).toEqual([])
    expect(await user.shown()).toEqual(['A', 'B'])
    expect(await user.database.templates.get(ID)).toMatchObject({ version: 1, itemsVersion: 1 })
  })

  test('reports the codes unknown to the server, and keeps the rest', async () => {
    const user = aUser()
    await user.change(CREATE)
    user.answerWith(
      reply(200, { ...head(), versionBefore: 0, detailsVersionBefore: 0, archived: [], unknown: ['B'] }),
    )
    await user.drain()
    expect(await user.shown()).toEqual(['A'])
    const noted = await takeRefusals(user.database)
    expect(noted).toHaveLength(1)
    const told = noted.map(({ operation }) => ({ operation: operation as TemplateOperation }))
    expect(leftOutText(told)).toBe('Not added to “Friday bar”: B. We don’t know this code.')
  })

  test('from a document gets the document’s lines from the server', async () => {
    const user = aUser()
    const document = {
      orderId: '0190b5a0-0000-7000-8000-0000000000b1',
      documentId: '0190b5a0-0000-7000-8000-0000000000b2',
    }
    const operation: TemplateOperation = { ...CREATE, items: [], document }
    expect(templateText(operation, String)).toBe('Create “Friday bar” from a document')
    await user.change(operation)
    user.answerWith(created())
    await user.drain()
    expect(user.sent[0]?.path).toContain(`/template/create-from-tdd/${document.orderId}`)
    expect(JSON.parse(user.sent[0]?.body ?? '')).toEqual({
      id: ID,
      name: 'Friday bar',
      visibility: 'private',
      tdd_id: document.documentId,
    })
    expect(await listTemplates(user.database, 'C1')).toMatchObject([{ id: ID, itemCount: 2 }])
    // So that the next read brings the items.
    expect((await user.database.templates.get(ID))?.itemsVersion).not.toBe(1)
  })

  test('and deleted before being sent needs no call', async () => {
    const user = aUser()
    await user.change(CREATE)
    await user.change({ kind: 'delete' })
    expect(await listTemplates(user.database, 'C1')).toEqual([])
    await user.clock.advance(11_000)
    await user.drain()
    expect(user.sent).toEqual([])
    expect(await user.queue()).toEqual([])
  })

  test('renamed after an attempt keeps the bytes already sent', async () => {
    const user = aUser()
    await user.change(CREATE)
    await user.drain()
    await user.change({ kind: 'details', changes: { name: 'Saturday bar' } })
    expect(await user.kinds()).toEqual(['create', 'details'])
    user.answerWith(
      created(),
      changed({ version: 2, detailsVersion: 2, name: 'Saturday bar' }, { detailsVersionBefore: 1 }),
    )
    await user.work.hurry()
    await user.drain()
    await user.drain()
    expect(user.sent[1]).toEqual(user.sent[0])
    expect(user.sent[2]?.headers['if-match']).toBe('"1"')
    expect((await findTemplate(user.database, ID))?.name).toBe('Saturday bar')
  })
})

describe('items', () => {
  test('removed and restored before being sent need no call', async () => {
    const user = aUser()
    await user.known()
    await user.change({ kind: 'removeItem', product_no: 'A' })
    expect(await user.shown()).toEqual(['B'])
    await user.change({ kind: 'restoreItem', product_no: 'A' })
    expect(await user.shown()).toEqual(['A', 'B'])
    expect(await user.queue()).toEqual([])
  })

  test('added and removed before being sent can be restored, with their par level', async () => {
    const user = aUser()
    await user.known()
    await user.change({ kind: 'addItem', product_no: 'C', settings: { position: 3 }, at: AT })
    await user.change({ kind: 'setItem', product_no: 'C', settings: { parLevel: 4 } })
    expect(await user.kinds()).toEqual(['addItem'])
    await user.change({ kind: 'removeItem', product_no: 'C' })
    // Both stay, since the person may undo the removal.
    expect(await user.kinds()).toEqual(['addItem', 'removeItem'])
    await user.change({ kind: 'restoreItem', product_no: 'C' })
    expect(await user.shown()).toContain('C')
  })

  test('of a creation in progress are removed by a separate call', async () => {
    const user = aUser()
    await user.change(CREATE)
    await user.drain()
    await user.change({ kind: 'removeItem', product_no: 'A' })
    expect(await user.shown()).toEqual(['B'])
    expect(await user.kinds()).toEqual(['create', 'removeItem'])
  })

  test('removed and restored keep an unsent par level', async () => {
    const user = aUser()
    await user.known()
    await user.change({ kind: 'setItem', product_no: 'A', settings: { parLevel: 9 } })
    await user.change({ kind: 'removeItem', product_no: 'A' })
    await user.change({ kind: 'restoreItem', product_no: 'A' })
    const template = await findTemplate(user.database, ID)
    expect(template?.items[0]).toMatchObject({ product_no: 'A', parLevel: 9, waiting: true })
  })

  test('change their order on screen at once', async () => {
    const user = aUser()
    await user.known()
    await user.change({ kind: 'setItem', product_no: 'A', settings: { position: 3 } })
    expect(await user.shown()).toEqual(['B', 'A'])
  })

  test('refused by the server ask, without affecting the rest of the template', async () => {
    const user = aUser()
    await user.known()
    await user.change({ kind: 'addItem', product_no: 'C', settings: { position: 3 }, at: AT })
    user.answerWith(refusal(404, 'product_not_found'))
    await user.drain()
    const template = await findTemplate(user.database, ID)
    expect(template?.items).toHaveLength(2)
    expect(template?.asking).toHaveLength(1)
    await user.work.decide(template?.asking[0]?.opId ?? '', 'theirs')
    expect(await user.queue()).toEqual([])
  })

  test('changed elsewhere meanwhile leave the stored items incomplete, so that they are read again', async () => {
    const user = aUser()
    await user.known()
    await user.change({ kind: 'removeItem', product_no: 'A' })
    user.answerWith(itemChanged({ product_number: 'A', version: 4, deleted: true, versionBefore: 3 }))
    await user.drain()
    expect(await user.database.templates.get(ID)).toMatchObject({ version: 4, itemsVersion: 1 })
  })
})

describe('a name changed on two devices', () => {
  const conflicting = async () => {
    const user = aUser()
    await user.known()
    await user.change({ kind: 'details', changes: { name: 'Mine' } })
    user.answerWith(
      refusal(412, 'version_mismatch', {
        template: head({ name: 'Theirs', version: 5, detailsVersion: 3 }),
      }),
    )
    await user.drain()
    return user
  }

  test('asks, showing the other name', async () => {
    const user = await conflicting()
    const template = await findTemplate(user.database, ID)
    expect(template).toMatchObject({
      name: 'Theirs',
      asking: [{ refusal: { template: { name: 'Theirs' } } }],
    })
  })

  test('is sent again based on their version if this device’s name is chosen', async () => {
    const user = await conflicting()
    await user.work.decide((await user.queue())[0]?.opId ?? '', 'mine')
    user.answerWith(changed({ version: 6, detailsVersion: 4, name: 'Mine' }, { detailsVersionBefore: 3 }))
    await user.drain()
    expect(user.sent.at(-1)?.headers['if-match']).toBe('"3"')
    expect((await findTemplate(user.database, ID))?.name).toBe('Mine')
  })

  test('keeps asking, and other settings cannot be changed until it is decided', async () => {
    const user = await conflicting()
    await expect(user.change({ kind: 'details', changes: { visibility: 'private' } })).rejects.toThrow(
      new OperationRefused('decision_needed'),
    )
    expect(await user.kinds()).toEqual(['details'])
  })

  test('is decided by renaming it again', async () => {
    const user = await conflicting()
    await user.change({ kind: 'details', changes: { name: 'Both' } })
    expect(await user.queue()).toMatchObject([{ state: 'pending', expectedVersion: 3 }])
  })
})

describe('a deletion', () => {
  test('is sent once it can no longer be undone, and an undo needs no call', async () => {
    const user = aUser()
    await user.known()
    await user.change({ kind: 'delete' })
    expect(await listTemplates(user.database, 'C1')).toEqual([])
    await user.drain()
    expect(user.sent).toEqual([])
    await user.change({ kind: 'restore' })
    expect(await user.queue()).toEqual([])
    expect(await listTemplates(user.database, 'C1')).toHaveLength(1)
  })

  test('on another device puts this device’s changes on hold; sent again, they restore it first', async () => {
    const user = aUser()
    await user.known()
    await user.change({ kind: 'setItem', product_no: 'A', settings: { parLevel: 9 } })
    user.answerWith(refusal(410, 'template_deleted'))
    await user.drain()
    const template = await findTemplate(user.database, ID)
    expect(template).toMatchObject({ deleted: true, held: { code: 'template_deleted' } })
    await expect(user.change({ kind: 'removeItem', product_no: 'A' })).rejects.toMatchObject({
      code: 'template_held',
    })
  })
})

test('one created while the list was being read is kept, one that is missing later is forgotten', async () => {
  const user = aUser()
  const empty = { data: [], total: 0, page: 1, pageLength: 200 }
  const call = vi.fn(async () => {
    await user.known()
    return empty
  })
  const api = { call, hasToken: () => true } as unknown as ApiClient
  const read = () =>
    refreshTemplates({ database: user.database, api }, { customerId: 'C1', priceListId: 'TRADE' })
  await read()
  expect(await listTemplates(user.database, 'C1')).toHaveLength(1)
  call.mockResolvedValue(empty)
  await read()
  expect(await listTemplates(user.database, 'C1')).toEqual([])
})

test('without a token nothing is requested', async () => {
  const { database } = aPhone()
  const call = vi.fn()
  const api = { call, hasToken: () => false } as unknown as ApiClient
  await refreshTemplates({ database, api }, { customerId: 'C1', priceListId: 'TRADE' })
  expect(await refreshTemplate({ database, api }, ID)).toBe('kept')
  expect(call).not.toHaveBeenCalled()
})
