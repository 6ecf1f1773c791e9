import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { templateReads } from '#contract/template-reads.ts'
import type { Product } from '#domain/product.ts'
import type { TemplateHead } from '#domain/templates/template.ts'
import { Screen as TemplateScreen } from '#src/screens/orders/template.tsx'
import { Screen as TemplatesScreen } from '#src/screens/orders/templates.tsx'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { drawingsIn } from '#tests/support/drawings.ts'
import { refusal } from '#tests/support/fake-api.ts'
import { aHead, aProduct, aTestDevice, aUser, renderOn, type TestDevice } from '#tests/support/signed-in.tsx'
import { putOrdering } from './ordering.ts'
import { aDevice as aSearchingDevice, withoutSignal } from './search-screen.tsx'

const HEAD = aHead()
const AT = '2026-11-20T09:00:00.000Z'
const ID = '0190b5a0-0000-7000-8000-0000000000a1'
const LIST: Product[] = [
  { ...aProduct({ product_no: 'A1', name: 'Chicken Thighs' }), pricePence: 1_250 },
  { ...aProduct({ product_no: 'B2', name: 'Plum Tomatoes' }), pricePence: 900 },
  { ...aProduct({ product_no: 'C3', name: 'Basmati Rice' }), pricePence: 2_100 },
]

const head = (parts: Partial<TemplateHead> = {}): TemplateHead => ({
  id: ID,
  customerId: HEAD.customerId,
  ownerId: '01900000-0000-7000-8000-00000000000a',
  ownerName: 'Robin Cook',
  name: 'Friday bar',
  visibility: 'private',
  version: 3,
  detailsVersion: 1,
  itemCount: 2,
  deleted: false,
  createdAt: AT,
  updatedAt: AT,
  ...parts,
})

const aDevice = async (template?: TemplateHead, parts?: Parameters<typeof aTestDevice>[0]) => {
  const test = aTestDevice(parts)
  await putOrdering(test, HEAD, { list: LIST })
  if (template) await putTemplate(test, template)
  await withoutSignal(test)
  return test
}

const putTemplate = async (
  { user: { database } }: TestDevice,
  template: TemplateHead,
  product_nos: readonly string[] = ['A1', 'B2'],
) => {
  await database.templates.put({ ...template, itemsVersion: template.version })
  for (const [index, product_no] of product_nos.entries())
    await database.templateItems.put({
      templateId: ID,
      product_no,
      parLevel: product_no === 'A1' ? 6 : null,
      lastQuantity: 2,
      position: index + 1,
      deleted: false,
      addedAt: AT,
    })
}

const waiting = async ({ user }: TestDevice) =>
  (await user.database.outbox.orderBy('seq').toArray()).map(({ operation }) => operation)
const showTemplate = (test: TestDevice) =>
  renderOn(test, <TemplateScreen id={ID} />, { path: `/orders/templates-${ID}` })
const showTemplates = (test: TestDevice) => renderOn(test, <TemplatesScreen />, { path: '/orders/templates' })
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

it.each([
  ['shared', false],
  ['private', true],
] as const)('a %s template of a user who may not order can be changed: %s', async (visibility, mayChange) => {
  showTemplate(await aDevice(head({ visibility }), { user: aUser({ can_place_orders: 0 }) }))
  expect(await screen.findByRole('heading', { name: 'Friday bar' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'More for this template' }) !== null).toBe(mayChange)
  expect(screen.queryByText('Edit list') !== null).toBe(mayChange)
})

describe('the list of templates', () => {
  it('shows what is in each one and who can see it', async () => {
    const test = await aDevice(head({ visibility: 'shared', ownerId: 'another', ownerName: 'Sam Porter' }))
    showTemplates(test)
    const list = await screen.findByRole('list', { name: 'Templates' })
    expect(within(list).getByRole('link', { name: 'Friday bar' })).toBeTruthy()
    expect(within(list).getByText('Shared by Sam Porter')).toBeTruthy()
    expect(within(list).getByText(/2 products/)).toBeTruthy()
    await waitFor(() => expect(drawingsIn(list)).toEqual(['drumstick', 'poultry']))
  })

  it('gets a new one from a pasted list, offline', async () => {
    const test = await aDevice()
    test.server.on(templateReads.list, () => ({ data: [], total: 0, page: 1, pageLength: 200 }))
    showTemplates(test)
    await press('New template')
    await userEvent.type(await screen.findByLabelText('Name'), 'Sunday roast')
    await userEvent.type(screen.getByLabelText(/one per line/), 'NONE 2')
    await press('Create template')
    expect(await screen.findAllByText('Not found on this device: NONE')).not.toHaveLength(0)
    expect(await waiting(test)).toEqual([])
    await userEvent.clear(screen.getByLabelText(/one per line/))
    await userEvent.type(screen.getByLabelText(/one per line/), 'A1 4{Enter}NONE 2{Enter}B2 1{Enter}A1 1')
    await press('Create template')
    await waitFor(async () =>
      expect(await waiting(test)).toMatchObject([
        {
          kind: 'create',
          name: 'Sunday roast',
          visibility: 'private',
          items: [
            { product_no: 'A1', quantity: 5 },
            { product_no: 'B2', quantity: 1 },
          ],
        },
      ]),
    )
    expect(await screen.findByText('List Created')).toBeTruthy()
    // The template's page shows it.
    const notFound = 'Not found on this device: NONE. The rest of your list is in the template.'
    await waitFor(() =>
      expect(screen.getByTestId('address').dataset.state).toBe(JSON.stringify({ notFound })),
    )
  })

  it('shows the codes that were not found until they are dismissed', async () => {
    const test = await aDevice(head())
    const state = { notFound: 'Not found on this device: NONE' }
    renderOn(test, <TemplateScreen id={ID} />, { path: `/orders/templates-${ID}`, state })
    await screen.findByText('Not found on this device: NONE')
    await press('OK')
    expect(screen.queryByText('Not found on this device: NONE')).toBeNull()
  })

  it('reports a failure instead of being empty', async () => {
    const test = aTestDevice()
    await putOrdering(test, HEAD, { list: LIST })
    test.server.on(templateReads.list, () => {
      throw refusal('internal', { message: 'Something went wrong on our side.' })
    })
    showTemplates(test)
    expect(await screen.findByText(/Your templates could not be loaded/)).toBeTruthy()
  })

  it('restores a deleted one', async () => {
    const test = aTestDevice()
    await putOrdering(test, HEAD, { list: LIST })
    const deleted = head({ deleted: true })
    test.server.on(templateReads.list, () => ({ data: [], total: 0, page: 1, pageLength: 200 }))
    test.server.on(templateReads.search, () => ({ data: [deleted], total: 1, page: 1, pageLength: 96 }))
    test.server.on(templateReads.get, () => ({ ...deleted, items: [] }))
    showTemplates(test)
    await press('More for templates')
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Deleted templates' }))
    await press('Restore Friday bar')
    await waitFor(async () => expect(await waiting(test)).toEqual([{ kind: 'restore' }]))
    expect(await screen.findByText('Template Friday bar Restored')).toBeTruthy()
  })

  it('does not ask for deleted ones without a token', async () => {
    const test = aTestDevice()
    await putOrdering(test, HEAD, { list: LIST })
    test.server.on(templateReads.list, () => ({ data: [], total: 0, page: 1, pageLength: 200 }))
    test.server.api.hasToken = () => false
    showTemplates(test)
    await press('More for templates')
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Deleted templates' }))
    expect(await screen.findByText('Nothing has been deleted.')).toBeTruthy()
    expect(test.server.calls.map(({ endpoint }) => endpoint)).not.toContain(templateReads.search)
  })
})

describe('a template', () => {
  it('fills the trolly by par level, or else by last quantity', async () => {
    const test = await aDevice(head())
    showTemplate(test)
    const list = await screen.findByRole('list', { name: 'Friday bar' })
    expect(await within(list).findByText('Par 6')).toBeTruthy()
    await press('Add all 2 to the trolly')
    await waitFor(async () =>
      expect(await waiting(test)).toMatchObject([
        { kind: 'add', product_no: 'A1', quantity: 6 },
        { kind: 'add', product_no: 'B2', quantity: 2 },
      ]),
    )
    await press('Done')
    // The quantity put into the trolly becomes the first item's last quantity.
    await waitFor(async () =>
      expect((await waiting(test)).slice(2)).toEqual([
        { kind: 'setItem', product_no: 'A1', settings: { lastQuantity: 6 } },
      ]),
    )
  })

  it('keeps what is ordered from it as the last quantity', async () => {
    const test = await aDevice(head())
    showTemplate(test)
    const list = await screen.findByRole('list', { name: 'Friday bar' })
    const more = (await within(list).findAllByRole('button', { name: /^One more of / }))[0] as HTMLElement
    for (let tap = 0; tap < 3; tap += 1) await userEvent.click(more)
    await waitFor(async () =>
      expect(await waiting(test)).toMatchObject([{ kind: 'add', product_no: 'A1', quantity: 3 }]),
    )
    // Once for all taps, and before the page is left.
    cleanup()
    await waitFor(async () =>
      expect((await waiting(test)).slice(1)).toMatchObject([
        { kind: 'setItem', product_no: 'A1', settings: { lastQuantity: 3 } },
      ]),
    )
  })

  it('reads its products once, however often one is tapped', async () => {
    const test = await aDevice(head())
    await withoutSignal(test)
    const reads = vi.spyOn(test.user.database.products, 'bulkGet')
    showTemplate(test)
    const list = await screen.findByRole('list', { name: 'Friday bar' })
    const more = (await within(list).findAllByRole('button', { name: /^One more of / }))[0] as HTMLElement
    for (let tap = 0; tap < 2; tap += 1) await userEvent.click(more)
    await waitFor(async () => expect(await waiting(test)).toMatchObject([{ quantity: 2 }]))
    expect(reads.mock.calls.filter(([numbers]) => numbers.length === 2)).toHaveLength(1)
  })

  it('is renamed and shared', async () => {
    const test = await aDevice(head())
    showTemplate(test)
    await press('More for this template')
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Rename or share' }))
    const name = await screen.findByLabelText('Name')
    await userEvent.clear(name)
    await userEvent.type(name, 'Saturday bar')
    await userEvent.click(screen.getByText('Shared'))
    await press('Save')
    expect(await screen.findByRole('heading', { name: 'Saturday bar' })).toBeTruthy()
    expect(await screen.findByText('Template Name Updated')).toBeTruthy()
    expect(await waiting(test)).toEqual([
      { kind: 'details', changes: { name: 'Saturday bar', visibility: 'shared' } },
    ])
  })

  it('of another user cannot be shared or made private by others', async () => {
    const test = await aDevice(head({ visibility: 'shared', ownerId: 'another' }))
    showTemplate(test)
    await press('More for this template')
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Rename or share' }))
    await screen.findByLabelText('Name')
    expect(screen.queryByRole('radiogroup', { name: 'Who can see it' })).toBeNull()
  })

  it('has an item removed, with an undo', async () => {
    const test = await aDevice(head())
    showTemplate(test)
    await userEvent.click(await screen.findByText('Edit list'))
    await press('Delete Chicken Thighs')
    expect(await screen.findByText('Deleted Item Successfully')).toBeTruthy()
    await waitFor(() => expect(screen.queryByText('Chicken Thighs')).toBeNull())
    expect(notifications.current()?.timeoutLength).toBe(5_000)
    await press('Undo')
    expect(await screen.findByText('Chicken Thighs')).toBeTruthy()
    expect(await waiting(test)).toEqual([])
  })

  describe('takes products in its own field', () => {
    const field = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Add by name or code' })
    /** A worker that is busy until it is released. */
    const holdSearches = () => {
      const Quick = Worker
      const held: (() => void)[] = []
      vi.stubGlobal(
        'Worker',
        class {
          constructor() {
            const worker = new Quick('')
            const post = worker.postMessage.bind(worker)
            worker.postMessage = (message: { kind: string }) =>
              message.kind === 'search' ? void held.push(() => post(message)) : post(message)
            // biome-ignore lint/correctness/noConstructorReturn: this is what `new Worker` gives.
            return worker
          }
        },
      )
      return {
        held: () => held.length,
        release: () => {
          for (const post of held) post()
        },
      }
    }
    const open = async (product_nos: readonly string[]) => {
      const test = await aSearchingDevice({ list: LIST })
      await putTemplate(test, head({ itemCount: product_nos.length }), product_nos)
      await withoutSignal(test)
      showTemplate(test)
      return test
    }

    it('by name from the suggestions, at the end of the shelf and once', async () => {
      const test = await open(['A1', 'B2'])
      await userEvent.click(await screen.findByText('Edit list'))
      await userEvent.type(await field(), 'basmati')
      await userEvent.click(await screen.findByRole('option', { name: /^Basmati Rice/ }))
      expect(await screen.findByText('Basmati Rice added')).toBeTruthy()
      expect((await field()).value).toBe('')
      expect(await screen.findByRole('button', { name: 'Delete Basmati Rice' })).toBeTruthy()
      // Without a quantity, what was ordered last still counts.
      const added = { kind: 'addItem', product_no: 'C3', settings: { position: 3 }, at: expect.any(String) }
      expect(await waiting(test)).toEqual([added])
      await userEvent.type(await field(), 'basmati')
      await userEvent.click(await screen.findByRole('option', { name: /^Basmati Rice/ }))
      expect(await screen.findByText('Basmati Rice is already in this template')).toBeTruthy()
      expect(await waiting(test)).toEqual([added])
    })

    it('by code with a quantity, and stays open once an empty one has its first product', async () => {
      const test = await open([])
      await userEvent.type(await field(), 'C3 4{Enter}')
      expect(await screen.findByText('Basmati Rice added')).toBeTruthy()
      expect(await screen.findByRole('button', { name: 'Delete Basmati Rice' })).toBeTruthy()
      expect(await waiting(test)).toMatchObject([
        { kind: 'addItem', product_no: 'C3', settings: { position: 1, lastQuantity: 4 } },
      ])
      expect(document.activeElement).toBe(await field())
    })

    it('answers Enter although the suggestions are searched for meanwhile, and a second Enter', async () => {
      const test = await open([])
      const box = await field()
      const searches = holdSearches()
      fireEvent.change(box, { target: { value: 'basmati' } })
      await userEvent.type(box, '{Enter}{Enter}')
      // Two for Enter and one for the suggestions, which follow a pause in typing.
      await waitFor(() => expect(searches.held()).toBe(3))
      searches.release()
      expect(await screen.findByRole('option', { name: /^Basmati Rice/ })).toBeTruthy()
      expect(await screen.findByText('Choose a product from the list')).toBeTruthy()
      expect(screen.queryByText(/Not added/)).toBeNull()
      expect(await waiting(test)).toEqual([])
    })

    it('asks to choose where Enter follows a name, and says if nothing has it', async () => {
      const test = await open([])
      await userEvent.type(await field(), 'basmati{Enter}')
      expect(await screen.findByText('Choose a product from the list')).toBeTruthy()
      await userEvent.clear(await field())
      await userEvent.type(await field(), 'xylophone{Enter}')
      expect(await screen.findByText('No product found for “xylophone”')).toBeTruthy()
      expect((await field()).value).toBe('xylophone')
      expect(await waiting(test)).toEqual([])
    })
  })

  it('saves a par level', async () => {
    const test = await aDevice(head())
    showTemplate(test)
    await userEvent.click(await screen.findByText('Edit list'))
    const box = await screen.findByRole('textbox', { name: 'Par level of Plum Tomatoes' })
    fireEvent.change(box, { target: { value: '12' } })
    fireEvent.blur(box)
    await waitFor(async () =>
      expect(await waiting(test)).toEqual([
        { kind: 'setItem', product_no: 'B2', settings: { parLevel: 12 } },
      ]),
    )
  })

  it('saves an item’s shelf, behind what is there already, and its pars by weekday', async () => {
    const test = await aDevice(head())
    await putTemplate(test, head(), ['A1', 'B2', 'C3'])
    await test.user.database.templateItems.update([ID, 'B2'], { shelf: 'Fridge' })
    showTemplate(test)
    await userEvent.click(await screen.findByText('Edit list'))
    await press('Shelf and pars of Chicken Thighs')
    await userEvent.type(await screen.findByLabelText('Fri'), '0')
    await press('Save')
    expect(await screen.findAllByText('Enter a number from 1 to 9999')).not.toHaveLength(0)
    await userEvent.type(screen.getByLabelText('Shelf'), 'Fridge')
    fireEvent.change(screen.getByLabelText('Fri'), { target: { value: '12' } })
    await press('Save')
    // Folded into one change: between the tomatoes and the rice.
    await waitFor(async () =>
      expect(await waiting(test)).toEqual([
        {
          kind: 'setItem',
          product_no: 'A1',
          settings: { shelf: 'Fridge', parLevels: [null, null, null, null, 12, null, null], position: 2.5 },
        },
      ]),
    )
    expect(await screen.findByText(/Fri 12/)).toBeTruthy()
  })

  it('is deleted, and restored by Undo', async () => {
    const test = await aDevice(head())
    showTemplate(test)
    await press('More for this template')
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete template' }))
    expect(await screen.findByText('“Friday bar” deleted')).toBeTruthy()
    expect(notifications.current()?.timeoutLength).toBe(10_000)
    await press('Undo')
    expect(await screen.findByText('Template Friday bar Restored')).toBeTruthy()
    expect(await waiting(test)).toEqual([])
  })

  it('deleted on another device says what happens to this device’s changes', async () => {
    const test = await aDevice(head({ deleted: true }))
    await test.user.database.outbox.add({
      v: 2,
      opId: 'op',
      lane: `template:${ID}`,
      operation: { kind: 'setItem', product_no: 'A1', settings: { parLevel: 9 } } as never,
      expectedVersion: null,
      state: 'held',
      attempts: 1,
      request: null,
      refusal: { code: 'template_deleted', message: 'Deleted', status: 410 },
      nextAttemptAt: 0,
      notBefore: 0,
      createdAt: Date.now(),
    })
    test.server.on(templateReads.get, () => ({ ...head({ deleted: true }), items: [] }))
    showTemplate(test)
    expect(await screen.findByText('This template was deleted on another device.')).toBeTruthy()
    await press('Restore it with my changes')
    await waitFor(async () =>
      expect((await waiting(test)).map(({ kind }) => kind)).toEqual(['restore', 'setItem']),
    )
  })

  describe('opened again', () => {
    const openWith = async (listed: TemplateHead) => {
      const test = await aDevice(head())
      let answer = () => {}
      const shown = new Promise<void>((resolve) => {
        answer = resolve
      })
      test.server.on(templateReads.list, async () => {
        await shown
        return { data: [listed], total: 1, page: 1, pageLength: 200 }
      })
      test.server.on(templateReads.get, () => ({ ...listed, items: [] }))
      showTemplate(test)
      expect(await screen.findByRole('link', { name: 'Chicken Thighs' })).toBeTruthy()
      answer()
      const asked = () => test.server.calls.map(({ endpoint }) => endpoint)
      await waitFor(() => expect(asked()).toContain(templateReads.list))
      return asked
    }

    it('is not downloaded if the list has the same version', async () => {
      const asked = await openWith(head())
      await new Promise((resolve) => setTimeout(resolve, 100))
      expect(asked()).not.toContain(templateReads.get)
    })

    it('is downloaded if the list has a newer version', async () => {
      const asked = await openWith(head({ version: 4, itemCount: 0 }))
      await waitFor(() => expect(asked().filter((each) => each === templateReads.get)).toHaveLength(1))
      expect(await screen.findByText(/This template is empty/)).toBeTruthy()
    })
  })

  it('that is missing or no longer shared says so', async () => {
    const test = aTestDevice()
    await putOrdering(test, HEAD, { list: LIST })
    test.server.on(templateReads.get, () => {
      throw refusal('template_not_found', { message: 'No such template' })
    })
    showTemplate(test)
    expect(await screen.findByText(/no longer shared with you/)).toBeTruthy()
  })
})
