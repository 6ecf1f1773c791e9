import { waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useTrollyToFill } from '#src/features/trolly/open-trollies/use-trolly-to-fill.ts'
import { keepChoice, type OrderingFor } from '#src/store/choice.ts'
import { findPreparedId, prepareTrolly } from '#src/store/trollies/prepared-trolly.ts'
import { putOrdering } from '#tests/src/screens/ordering.ts'
import { aCustomer, aHead, aTestDevice, renderOn } from '#tests/support/signed-in.tsx'

const HEAD = aHead()

it('never offers the prepared trolly while an open one for the day may still be found', async () => {
  const test = aTestDevice()
  await putOrdering(test, HEAD, { list: [] })
  const { database } = test.user
  const choice = { customer: aCustomer(), deliveryDay: HEAD.deliveryDay, trollyId: null }
  await keepChoice(database, choice)
  await prepareTrolly(database)
  expect(await findPreparedId(database)).toBeDefined()
  const offered: (string | undefined)[] = []
  const Page = ({ orderingFor }: { orderingFor: OrderingFor }) => {
    const { openId, preparedId } = useTrollyToFill(orderingFor)
    offered.push(openId ?? preparedId)
    return null
  }
  renderOn(test, <Page orderingFor={{ ...choice, trolly: null }} />)
  await waitFor(() => expect(offered.at(-1)).toBe(HEAD.id))
  expect([...new Set(offered)]).toEqual([undefined, HEAD.id])
})
