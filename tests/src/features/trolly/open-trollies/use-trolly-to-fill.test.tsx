import { act, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useTrollyToFill } from '#src/features/trolly/open-trollies/use-trolly-to-fill.ts'
import { keepChoice, type OrderingFor } from '#src/store/choice.ts'
import { keepDraft } from '#src/sync/trollies/drafts.ts'
import { putOrdering } from '#tests/src/screens/ordering.ts'
import { aCustomer, aHead, aTestDevice, renderOn } from '#tests/support/signed-in.tsx'

const HEAD = aHead()

type Offered = ReturnType<typeof useTrollyToFill>

const idOf = ({ trollyId }: Offered) => trollyId

function Page({ orderingFor, offered }: { orderingFor: OrderingFor; offered: Offered[] }) {
  offered.push(useTrollyToFill(orderingFor))
  return null
}

it('never offers the draft while an open one for the day may still be found', async () => {
  const test = aTestDevice()
  await putOrdering(test, HEAD, { list: [] })
  const { database } = test.user
  const choice = { customer: aCustomer(), deliveryDay: HEAD.deliveryDay, trollyId: null }
  await keepChoice(database, choice)
  await keepDraft(database, choice)
  const offered: Offered[] = []
  renderOn(test, <Page orderingFor={{ ...choice, trolly: null }} offered={offered} />)
  await waitFor(() => expect(offered.at(-1)?.openId).toBe(HEAD.id))
  expect([...new Set(offered.map(idOf))]).toEqual([undefined, HEAD.id])
})

it('offers one and the same trolly while its first product begins it', async () => {
  const test = aTestDevice()
  const { database } = test.user
  const choice = { customer: aCustomer(), deliveryDay: HEAD.deliveryDay, trollyId: null }
  await keepChoice(database, choice)
  const id = await keepDraft(database, choice)
  const offered: Offered[] = []
  renderOn(test, <Page orderingFor={{ ...choice, trolly: null }} offered={offered} />)
  await waitFor(() => expect(offered.at(-1)?.draftId).toBe(id))
  await act(() => putOrdering(test, { ...HEAD, id }, { list: [] }))
  await waitFor(() => expect(offered.at(-1)?.openId).toBe(id))
  expect([...new Set(offered.map(idOf))]).toEqual([undefined, id])
})
