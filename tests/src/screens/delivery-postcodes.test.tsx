import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import type { Change, Differences } from '#contract/changes.ts'
import { type DeliveryPostcode, deliveryPostcodes } from '#contract/delivery-postcodes.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { PostcodeTrial } from '#contract/trials.ts'
import { Screen } from '#src/screens/maintenance/delivery-postcodes.tsx'
import { refusal } from '#tests/support/fake-api.ts'
import { aTestDevice, aUser, renderOn } from '#tests/support/signed-in.tsx'

const PATH = '/maintenance/delivery-postcodes'

const aPostcode = (parts: Partial<DeliveryPostcode> = {}): DeliveryPostcode => ({
  id: uuidv7(),
  prefix: 'HX1',
  area: 'HX',
  town: 'Halifax',
  region: '',
  depot: 'North',
  route: 'N1',
  deliveryWeekdays: [1, 2, 4],
  cutOffTime: '16:00',
  minimumOrderPence: 5_000,
  deliveryChargePence: 795,
  served: true,
  latitude: null,
  longitude: null,
  version: 1_001,
  updated_at: '2026-11-20T09:00:00.000Z',
  deleted: false,
  ...parts,
})

/** A server with postcodes, as far as the screen needs one. */
const anOffice = (...rows: DeliveryPostcode[]) => {
  const test = aTestDevice({ user: aUser({ account_type: 'ST' }) })
  test.server.on(deliveryPostcodes.search, ({ body }) => {
    const data = rows.filter(({ deleted }) => deleted === (body?.state === 'deleted'))
    return { data, total: data.length, page: 1, pageLength: 24 }
  })
  test.server.on(deliveryPostcodes.viewers, () => ({ others: [] }))
  renderOn(test, <Screen />, { path: PATH })
  return test
}

const told = (parts: Partial<Differences> = {}): Differences => ({
  changes: [],
  unchanged: 0,
  refused: [],
  unused_columns: [],
  seen: 'seen',
  ...parts,
})

const NOTHING_TOLD: PostcodeTrial = {
  days: 28,
  orders: 0,
  toAddresses: 0,
  unserved: 0,
  otherDay: 0,
  late: 0,
  tooSmall: 0,
  accepted: 0,
  charged: 0,
  differencePence: 0,
}

const fromMenu = async (item: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'More for postcodes' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
  return within(await screen.findByRole('dialog'))
}

test('a charge is typed in pounds and days by name, and who else has it open is said', async () => {
  const row = aPostcode()
  const { server } = anOffice(row)
  const sent: BodyOf<typeof deliveryPostcodes.update>[] = []
  server.on(deliveryPostcodes.viewers, () => ({ others: [{ name: 'Bo Office', since: row.updated_at }] }))
  server.on(deliveryPostcodes.update, ({ body }) => {
    if (body) sent.push(body)
    return row
  })
  await userEvent.click(await screen.findByRole('button', { name: 'HX1' }))
  const form = within(await screen.findByRole('dialog', { name: 'Edit postcode' }))
  expect(await form.findByText('Bo Office has this open too')).toBeTruthy()
  const charge = form.getByLabelText('Delivery charge')
  expect((charge as HTMLInputElement).value).toBe('7.95')
  await userEvent.clear(charge)
  await userEvent.click(charge)
  await userEvent.paste('eight')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect((await form.findByRole('alert')).textContent).toContain('Delivery charge must be a number')
  await userEvent.clear(charge)
  await userEvent.click(charge)
  await userEvent.paste('£8.50')
  await userEvent.click(form.getByRole('checkbox', { name: 'Fri' }))
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Postcode saved')).toBeTruthy()
  expect(sent).toEqual([
    expect.objectContaining({ version: 1_001, deliveryChargePence: 850, deliveryWeekdays: [1, 2, 4, 5] }),
  ])
})

test('a file’s differences are shown before it is written, without rows left out, and it can be undone', async () => {
  const { server } = anOffice(aPostcode())
  const previews: BodyOf<typeof deliveryPostcodes.preview>[] = []
  const writes: BodyOf<typeof deliveryPostcodes.write>[] = []
  const undone: string[] = []
  const both: Differences['changes'] = [
    { key: 'HX1', kind: 'changed', fields: [{ field: 'depot', before: 'North', after: 'East' }] },
    { key: 'HX2', kind: 'added', fields: [{ field: 'town', before: null, after: 'Norton' }] },
  ]
  server.on(deliveryPostcodes.preview, ({ body = {} }) => {
    previews.push(body)
    const without = body.without ?? []
    const problem = {
      code: 'invalid_choice',
      column: 'deliveryWeekdays',
      value: 'x',
      why: 'It must be a day.',
    }
    return told({
      changes: both.filter(({ key }) => !without.includes(key)),
      refused: [{ line: 4, problems: [problem] }],
      seen: `seen without ${without.length}`,
    })
  })
  server.on(deliveryPostcodes.write, ({ body }) => {
    if (body) writes.push(body)
    return { id: body?.id ?? '', records: 1 }
  })
  server.on(deliveryPostcodes.undo, ({ params }) => {
    undone.push(params?.id ?? '')
    return { id: uuidv7(), records: 1 }
  })
  const sheet = await fromMenu('Import CSV')
  const file = new File(['prefix,depot\nHX1,East'], 'north.csv', { type: 'text/csv' })
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  await userEvent.upload(input as HTMLInputElement, file)
  expect(await sheet.findByText('1 added, 1 changed.')).toBeTruthy()
  expect(sheet.getByText(/1 row cannot be read, so nothing can be imported/)).toBeTruthy()
  const write = () => sheet.getByRole('button', { name: /^Import \d/ })
  expect(write().getAttribute('aria-disabled')).toBe('true')
  await userEvent.selectOptions(sheet.getByLabelText('If something in a row is wrong'), 'Leave out the row')
  expect(await sheet.findByText('1 row is left out:')).toBeTruthy()
  await userEvent.click(sheet.getByRole('checkbox', { name: 'Changed HX1' }))
  await userEvent.click(write())
  expect(await screen.findByText('1 postcode written')).toBeTruthy()
  expect(previews.at(-1)).toMatchObject({ name: 'north.csv', policy: 'skip_row', without: ['HX1'] })
  expect(writes).toEqual([expect.objectContaining({ without: ['HX1'], seen: 'seen without 1' })])
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('1 postcode as before')).toBeTruthy()
  expect(undone).toEqual([writes[0]?.id])
})

test('a row that changed while others were left out is shown before it is written', async () => {
  const { server } = anOffice(aPostcode())
  let depot = 'North'
  let writes = 0
  server.on(deliveryPostcodes.preview, ({ body }) =>
    told({
      changes: ['HX1', 'HX2']
        .filter((key) => !body?.without?.includes(key))
        .map((key) => ({ key, kind: 'changed', fields: [{ field: 'depot', before: depot, after: 'East' }] })),
    }),
  )
  server.on(deliveryPostcodes.write, ({ body }) => {
    writes += 1
    return { id: body?.id ?? '', records: 1 }
  })
  const sheet = await fromMenu('Import CSV')
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  await userEvent.upload(input as HTMLInputElement, new File(['prefix,depot'], 'a.csv', { type: 'text/csv' }))
  await userEvent.click(await sheet.findByRole('checkbox', { name: 'Changed HX2' }))
  depot = 'West'
  await userEvent.click(sheet.getByRole('button', { name: 'Import 1 postcode' }))
  expect(await sheet.findAllByText('West')).toHaveLength(2)
  expect(writes).toBe(0)
  await userEvent.click(sheet.getByRole('button', { name: 'Import 1 postcode' }))
  expect(await screen.findByText('1 postcode written')).toBeTruthy()
  expect(writes).toBe(1)
})

test('what would be written by now is shown again, and a file that cannot be read says why', async () => {
  const { server } = anOffice(aPostcode())
  let asked = 0
  server.on(deliveryPostcodes.preview, ({ body }) => {
    asked += 1
    if (body?.csv === 'nonsense')
      throw refusal('invalid_request', { message: 'The file lacks columns: prefix.' })
    const town = asked === 1 ? 'Norton' : 'Sutton'
    return told({
      changes: [{ key: 'HX2', kind: 'added', fields: [{ field: 'town', before: null, after: town }] }],
    })
  })
  server.on(deliveryPostcodes.write, () => {
    throw refusal('version_mismatch')
  })
  const sheet = await fromMenu('Import CSV')
  const upload = (text: string) =>
    userEvent.upload(
      document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement,
      new File([text], 'a.csv', { type: 'text/csv' }),
    )
  await upload('prefix,town\nHX2,Norton')
  expect(await sheet.findByText('Norton')).toBeTruthy()
  await userEvent.click(sheet.getByRole('button', { name: 'Import 1 postcode' }))
  expect(await sheet.findByText('Sutton')).toBeTruthy()
  await upload('nonsense')
  expect((await sheet.findByRole('alert')).textContent).toBe('The file lacks columns: prefix.')
})

test('the changes say who, when and what, and are reverted', async () => {
  const { server } = anOffice(aPostcode())
  const change: Change = {
    id: uuidv7(),
    at: '2026-11-20T09:00:00.000Z',
    by: 'Ola Depot',
    record_id: uuidv7(),
    name: 'HX1',
    kind: 'changed',
    fields: [{ field: 'deliveryChargePence', before: 500, after: 795 }],
    batch: { id: uuidv7(), kind: 'import', name: 'north.csv', records: 3, undone: false },
  }
  const reverted: string[] = []
  const undone: string[] = []
  server.on(deliveryPostcodes.changes, () => ({ data: [change], total: 1, page: 1, pageLength: 24 }))
  server.on(deliveryPostcodes.revert, ({ params }) => {
    reverted.push(params?.id ?? '')
    return { record_id: change.record_id }
  })
  server.on(deliveryPostcodes.undo, ({ params }) => {
    undone.push(params?.id ?? '')
    throw refusal('changed', { message: 'Changed again since: HX1. Nothing was undone.' })
  })
  const sheet = await fromMenu('Changes')
  expect(await sheet.findByText('Changed HX1')).toBeTruthy()
  expect(sheet.getByText(/Ola Depot, 20 Nov/)).toBeTruthy()
  expect(sheet.getByText('Imported from north.csv, with 2 others')).toBeTruthy()
  expect(sheet.getByText('£5.00')).toBeTruthy()
  await userEvent.click(sheet.getByRole('button', { name: 'Revert HX1' }))
  await userEvent.click(await sheet.findByRole('button', { name: 'Undo all 3' }))
  expect(await screen.findByText('Changed again since: HX1. Nothing was undone.')).toBeTruthy()
  expect([reverted, undone]).toEqual([[change.id], [change.batch?.id]])
})

test('one is tried on the orders of the last weeks, and the answer goes when a field changes', async () => {
  const row = aPostcode()
  const { server } = anOffice(row)
  const asked: unknown[] = []
  let answerLate: (trial: PostcodeTrial) => void = () => {}
  const late = new Promise<PostcodeTrial>((resolve) => {
    answerLate = resolve
  })
  const answers = [
    {
      ...NOTHING_TOLD,
      orders: 1_214,
      toAddresses: 41,
      late: 12,
      tooSmall: 3,
      otherDay: 8,
      unserved: 1,
      accepted: 2,
      charged: 31,
      differencePence: 193_040,
    },
    { ...NOTHING_TOLD, orders: 1 },
    { ...NOTHING_TOLD, orders: 2, toAddresses: 2 },
    NOTHING_TOLD,
    late,
  ]
  server.on(deliveryPostcodes.trial, ({ body }) => {
    asked.push(body)
    return answers[asked.length - 1] ?? NOTHING_TOLD
  })
  await userEvent.click(await screen.findByRole('button', { name: 'HX1' }))
  const form = within(await screen.findByRole('dialog', { name: 'Edit postcode' }))
  const tryIt = () => userEvent.click(form.getByRole('button', { name: 'Try it on the last four weeks' }))
  await userEvent.clear(form.getByLabelText('Minimum order'))
  await userEvent.type(form.getByLabelText('Minimum order'), '75')
  await tryIt()
  await form.findByText(
    'It decides 1,214 orders of the last 28 days. 1,173 went to accounts, which have their own days, cut-off and minimum: it only sets their charge. It would have refused 12 placed after the cut-off, 3 below the minimum order, 8 for days without delivery, 1 to addresses that would not be served. It would have taken 2 that the saved rules refuse. It would have charged 31 differently, by +£1,930.40 without VAT.',
  )
  expect(asked).toMatchObject([{ id: row.id, prefix: 'HX1', minimumOrderPence: 7_500 }])
  await userEvent.click(form.getByRole('switch', { name: 'We deliver there' }))
  expect(form.queryByText(/^It decides/)).toBeNull()
  await tryIt()
  await form.findByText(
    'It decides 1 order of the last 28 days. All went to accounts, which have their own days, cut-off and minimum: it only sets their charge. It would have refused none. It would have changed no delivery charge.',
  )
  await tryIt()
  await form.findByText(
    'It decides 2 orders of the last 28 days. It would have refused none. It would have changed no delivery charge.',
  )
  await tryIt()
  await form.findByText('It decides no order of the last 28 days.')
  // One that comes after a field has changed is not of these fields.
  await userEvent.type(form.getByLabelText('Town'), '!')
  await tryIt()
  await userEvent.type(form.getByLabelText('Town'), '!')
  await act(async () => answerLate(NOTHING_TOLD))
  expect(asked).toHaveLength(5)
  expect(form.queryByText(/^It decides/)).toBeNull()
})

test('several are edited at once after a look at what changes', async () => {
  const rows = [aPostcode(), aPostcode({ prefix: 'HX3' })]
  const { server } = anOffice(...rows)
  const writes: BodyOf<typeof deliveryPostcodes.write>[] = []
  server.on(deliveryPostcodes.preview, () =>
    told({
      changes: rows.map(({ prefix }) => ({
        key: prefix,
        kind: 'changed' as const,
        fields: [{ field: 'depot', before: 'North', after: 'East' }],
      })),
    }),
  )
  server.on(deliveryPostcodes.write, ({ body }) => {
    if (body) writes.push(body)
    return { id: body?.id ?? '', records: 2 }
  })
  for (const prefix of ['HX1', 'HX3'])
    await userEvent.click(await screen.findByRole('checkbox', { name: new RegExp(prefix) }))
  const bar = within(screen.getByRole('group', { name: 'Selected rows' }))
  await userEvent.click(bar.getByRole('button', { name: 'Edit' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Edit 2 postcodes' }))
  await userEvent.selectOptions(sheet.getByLabelText('Field'), 'Depot')
  await userEvent.click(sheet.getByLabelText('New value'))
  await userEvent.paste('East')
  await userEvent.click(sheet.getByRole('button', { name: 'Show what changes' }))
  await userEvent.click(await sheet.findByRole('button', { name: 'Change 2 postcodes' }))
  expect(await screen.findByText('2 postcodes written')).toBeTruthy()
  expect(writes[0]).toMatchObject({ edit: { ids: rows.map(({ id }) => id), fields: { depot: 'East' } } })
})
