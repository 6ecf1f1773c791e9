import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { customers } from '#contract/customers.ts'
import { useTrollyAtHand } from '#src/app/member/use-trolly-at-hand.ts'
import { changeChoice, findChoice, keepChoice } from '#src/store/choice.ts'
import { aCustomer, aHead, aTestDevice, renderOn } from '#tests/support/signed-in.tsx'

function Page() {
  useTrollyAtHand()
  return null
}

const aKitchen = async () => {
  const test = aTestDevice()
  await test.user.database.trollies.bulkPut([
    aHead({ id: 'T1' }),
    aHead({ id: 'ELSEWHERE', customerId: '200999', deliveryDay: '2026-11-25' }),
    aHead({ id: 'ORDERED', state: 'checked_out' }),
  ])
  await keepChoice(test.user.database, { customer: aCustomer(), deliveryDay: null, trollyId: null })
  const choice = () => findChoice(test.user.database)
  return { ...test, choice }
}

test.each(['/orders/create-T1', '/orders/create/search-T1', '/orders/create/search/checkout-T1'])(
  'the trolly of %s becomes the current one',
  async (path) => {
    const test = await aKitchen()
    renderOn(test, <Page />, { path })
    await waitFor(async () => expect(await test.choice()).toMatchObject({ trollyId: 'T1' }))
  },
)

test('a trolly of another customer switches to that customer', async () => {
  const test = await aKitchen()
  test.server.on(customers.get, ({ params }) => aCustomer({ id: params?.id ?? '', name: 'The Limes' }))
  renderOn(test, <Page />, { path: '/orders/create-ELSEWHERE' })
  await waitFor(async () =>
    expect(await test.choice()).toMatchObject({
      customer: { id: '200999', name: 'The Limes' },
      deliveryDay: '2026-11-25',
      trollyId: 'ELSEWHERE',
    }),
  )
})

test('a trolly becomes current again when its window gets the focus', async () => {
  const test = await aKitchen()
  renderOn(test, <Page />, { path: '/orders/create-T1' })
  await waitFor(async () => expect(await test.choice()).toMatchObject({ trollyId: 'T1' }))
  await changeChoice(test.user.database, { trollyId: null })
  window.dispatchEvent(new Event('focus'))
  await waitFor(async () => expect(await test.choice()).toMatchObject({ trollyId: 'T1' }))
})

test('offline, another customer’s trolly changes nothing', async () => {
  const test = await aKitchen()
  renderOn(test, <Page />, { path: '/orders/create-ELSEWHERE' })
  await waitFor(() => expect(test.server.calls).toHaveLength(1))
  expect(await test.choice()).toMatchObject({ customer: { id: '200101' }, trollyId: null })
})

test.each(['/orders/create-ORDERED', '/orders/create-UNKNOWN', '/orders'])(
  '%s does not become the current trolly',
  async (path) => {
    const test = await aKitchen()
    renderOn(test, <Page />, { path })
    // Long enough to query the database.
    await test.user.database.trollies.count()
    await test.user.database.trollies.count()
    expect(await test.choice()).toMatchObject({ trollyId: null })
    expect(test.server.calls).toEqual([])
  },
)
