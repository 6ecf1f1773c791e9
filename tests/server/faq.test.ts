import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { FAQ_KEY, FaqFields, faq } from '#contract/faq.ts'
import { csvLine } from '#domain/csv.ts'
import { aShared, SIGNED_IN, STAFF, testAccess } from '#tests/support/access.ts'
import { aUser } from '#tests/support/builders.ts'
import { maintainedAccess } from '#tests/support/maintained.ts'
import { startTestApp } from '#tests/support/server.ts'

const app = await startTestApp()
const { database, call } = app
const { token } = await aUser(database, { accountType: 'ST' })
const key = FAQ_KEY
let questions = 0

const fields = (parts: Partial<FaqFields> = {}): FaqFields => ({
  subject: 'Ordering',
  question: `How late can I change an order (${++questions})?`,
  answer: 'Until its cut-off.',
  audience: 'everyone',
  position: 1,
  ...parts,
})
const aQuestion = async (parts: Partial<FaqFields> = {}) =>
  (await call(faq.create, { token, body: { key, id: uuidv7(), ...fields(parts) } })).body
const search = async (body: object) => (await call(faq.search, { token, body })).body

const [asked, other] = [await aQuestion(), await aQuestion()]
const { data: changes } = (await call(faq.changes, { token, body: { record_id: other.id } })).body

testAccess(app, await aShared(database), { faq }, () => ({
  ...maintainedAccess('faq', {
    id: asked.id,
    changeId: changes[0]?.id ?? '',
    fields: () => ({ key, ...fields() }),
    change: { key, position: 2 },
  }),
  'faq.remove': { expected: STAFF, request: { params: { id: asked.id }, body: { key } } },
  'faq.list': { expected: SIGNED_IN },
}))

describe('questions for readers', () => {
  it('reach their audience, and always staff', async () => {
    for (const audience of ['everyone', 'customers', 'distributors', 'staff'] as const)
      await aQuestion({ subject: 'Audience', question: audience, audience })
    const readBy = async (accountType: 'C1' | 'C2' | 'DS' | 'ST' | 'AD' | 'NW') => {
      const reader = await aUser(database, { accountType })
      const { data } = (await call(faq.list, { token: reader.token })).body
      return data.flatMap(({ subject, question }) => (subject === 'Audience' ? [question] : []))
    }
    const staff = ['customers', 'distributors', 'everyone', 'staff']
    expect({
      C1: await readBy('C1'),
      C2: await readBy('C2'),
      DS: await readBy('DS'),
      ST: await readBy('ST'),
      AD: await readBy('AD'),
      NW: await readBy('NW'),
    }).toEqual({
      C1: ['customers', 'everyone'],
      C2: ['customers', 'everyone'],
      DS: ['distributors', 'everyone'],
      ST: staff,
      AD: staff,
      NW: staff,
    })
  })

  it('are listed by subject and position, without deleted ones', async () => {
    await aQuestion({ subject: 'Zone B', question: 'one' })
    await aQuestion({ subject: 'Zone A', question: 'third', position: 3 })
    const gone = await aQuestion({ subject: 'Zone A', question: 'second', position: 2 })
    await aQuestion({ subject: 'Zone A', question: 'first', position: 1 })
    await call(faq.remove, { token, params: { id: gone.id }, body: { key } })
    const { data } = (await call(faq.list, { token })).body
    const ours = data.filter(({ subject }) => subject.startsWith('Zone'))
    expect(ours.map(({ question }) => question)).toEqual(['first', 'third', 'one'])
  })
})

describe('a question', () => {
  it('is added once, however often it is sent', async () => {
    const body = { key, id: uuidv7(), ...fields({ question: 'Sent twice?' }) } as const
    const first = await call(faq.create, { token, body })
    const second = await call(faq.create, { token, body })
    expect(second.body).toEqual(first.body)
    expect((await search({ queryString: 'sent twice' })).total).toBe(1)
  })

  it('does not replace another with the same id', async () => {
    const { id } = await aQuestion()
    const reply = await call(faq.create, {
      token,
      body: { key, id, ...fields({ question: 'Another?' }) },
    })
    expect([reply.status, reply.error.code]).toEqual([412, 'version_mismatch'])
  })

  it('is changed only from its current version', async () => {
    const { id, version } = await aQuestion({ question: 'Before?' })
    const change = (question: string) =>
      call(faq.update, { token, params: { id }, body: { key, version, ...fields({ question }) } })
    const changed = (await change('After?')).body
    expect(changed.question).toBe('After?')
    // The same change again, as when its reply was lost.
    expect((await change('After?')).body).toEqual(changed)
    const late = await change('Later?')
    expect([late.status, late.error.code]).toEqual([412, 'version_mismatch'])
    expect(late.error.record).toEqual(changed)
  })

  it('can be deleted and restored, each repeatedly', async () => {
    const { id } = await aQuestion({ question: 'Undone?' })
    const remove = () => call(faq.remove, { token, params: { id }, body: { key } })
    const restore = () => call(faq.restore, { token, params: { id } })
    expect((await remove()).body.deleted).toBe(true)
    expect((await remove()).body.deleted).toBe(true)
    expect((await search({ queryString: 'undone' })).total).toBe(0)
    expect((await search({ queryString: 'undone', state: 'deleted' })).total).toBe(1)
    expect((await restore()).body.deleted).toBe(false)
    expect((await restore()).body.deleted).toBe(false)
    expect((await search({ queryString: 'undone' })).total).toBe(1)
  })

  it('cannot be changed while it is deleted', async () => {
    const { id } = await aQuestion()
    const { version } = (await call(faq.remove, { token, params: { id }, body: { key } })).body
    const reply = await call(faq.update, { token, params: { id }, body: { key, version, ...fields() } })
    expect([reply.status, reply.error.code]).toEqual([412, 'version_mismatch'])
    expect(reply.error.message).toContain('deleted')
  })

  it('is not changed with a version beyond what can be stored', async () => {
    const { id } = await aQuestion()
    const version = Number.MAX_SAFE_INTEGER + 1
    const { status, error } = await call(faq.update, {
      token,
      params: { id },
      body: { key, version, ...fields() },
    })
    expect([status, error.code, error.errors?.[0]?.path]).toEqual([400, 'invalid_request', 'body/version'])
  })

  it('is not found if it does not exist', async () => {
    const params = { id: uuidv7() }
    const replies = [
      await call(faq.update, { token, params, body: { key, version: 1, ...fields() } }),
      await call(faq.remove, { token, params, body: { key } }),
      await call(faq.restore, { token, params }),
    ]
    expect(replies.map(({ error }) => error.code)).toEqual([
      'record_not_found',
      'record_not_found',
      'record_not_found',
    ])
  })

  it.each([
    ['no subject', { subject: ' ' }, 'body/subject'],
    ['no question', { question: '' }, 'body/question'],
    ['an answer that is too long', { answer: 'x'.repeat(4_001) }, 'body/answer'],
    ['an unknown audience', { audience: 'cats' }, 'body/audience'],
    ['no position', { position: 0 }, 'body/position'],
    ['another key', { key: 'x' }, 'body/key'],
  ])('with %s is refused, naming the field', async (_, wrong, path) => {
    const reply = await call(faq.create, {
      token,
      body: { key, id: uuidv7(), ...fields(), ...wrong } as never,
    })
    expect([reply.status, reply.error.errors?.[0]?.path]).toEqual([400, path])
  })
})

describe('a file of questions', () => {
  const dump = async () =>
    (await database.$client.query('SELECT t::text AS row FROM faqs t ORDER BY id')).rows
  const preview = async (csv: string) => (await call(faq.preview, { token, body: { csv } })).body
  const COLUMNS = Object.keys(FaqFields.properties) as (keyof FaqFields)[]
  /** As Export CSV writes it. */
  const fileOf = (rows: readonly FaqFields[]): string =>
    [COLUMNS, ...rows.map((row) => COLUMNS.map((column) => row[column]))].map((row) => csvLine(row)).join('')

  it('changes nothing as it was exported; what is changed in it is written, and undone byte for byte', async () => {
    await aQuestion({ subject: 'File', question: 'What, "exactly"?', answer: '- One\n- Two, or “more”' })
    const dear = await aQuestion({ subject: 'File', question: '=What?', audience: 'staff', position: 7 })
    const { data } = await search({ pageLength: 96 })
    const before = await dump()
    expect(await preview(fileOf(data))).toMatchObject({ changes: [], refused: [], unchanged: data.length })

    const changed = fileOf(data.map((row) => (row.id === dear.id ? { ...row, answer: 'This.' } : row)))
    const csv = `${changed}${csvLine(['', 'Brand new?', 'Yes.', '', ''])}`
    const { changes: told, seen } = await preview(csv)
    expect(told).toEqual([
      { key: '=What?', kind: 'changed', fields: [{ field: 'answer', before: dear.answer, after: 'This.' }] },
      {
        key: 'Brand new?',
        kind: 'added',
        fields: Object.entries({
          subject: 'General',
          question: 'Brand new?',
          answer: 'Yes.',
          audience: 'everyone',
          position: 999,
        }).map(([field, after]) => ({ field, before: null, after })),
      },
    ])
    const id = uuidv7()
    await call(faq.write, { token, body: { csv, id, seen } })
    const { data: read } = (await call(faq.list, { token })).body
    expect(read).toContainEqual(expect.objectContaining({ question: '=What?', answer: 'This.' }))
    await call(faq.undo, { token, params: { id } })
    expect(await dump()).toEqual(before)
  })
})

it('is listed for maintenance by page, order, audience and words', async () => {
  for (const question of ['Crème one', 'Crème two', 'Crème three'])
    await aQuestion({
      subject: 'Paging',
      question,
      audience: question === 'Crème two' ? 'staff' : 'everyone',
    })
  const questionsOf = async (body: object) => (await search(body)).data.map(({ question }) => question)
  expect(await questionsOf({ queryString: 'CREME', sort_by: 'question' })).toEqual([
    'Crème one',
    'Crème three',
    'Crème two',
  ])
  expect(await questionsOf({ queryString: 'creme', sort_by: 'question_descending', pageLength: 2 })).toEqual([
    'Crème two',
    'Crème three',
  ])
  expect(await search({ queryString: 'creme', page: 2, pageLength: 2 })).toMatchObject({ total: 3, page: 2 })
  expect(await questionsOf({ queryString: 'creme', audience: 'staff' })).toEqual(['Crème two'])
})
