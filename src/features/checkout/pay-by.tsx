import { SegmentedControl, Stack } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { useState } from 'react'
import type { Customer } from '#domain/customer.ts'
import { type PayWay, payWaysOf } from '#domain/payment.ts'
import type { DeliveryMethod } from '#domain/trolly.ts'

export type PayByProps = {
  ways: readonly PayWay[]
  chosen: PayWay
  accountKind: Customer['accountKind'] | undefined
  method: DeliveryMethod | undefined
  disabled: boolean
  onChoose: (way: PayWay) => void
}

export function PayBy({ ways, chosen, accountKind, method, disabled, onChoose }: PayByProps) {
  return (
    <Stack gap={8}>
      {ways.length > 1 ? (
        <SegmentedControl
          aria-label="How to pay"
          fullWidth
          data={[
            { value: 'account', label: 'On account' },
            { value: 'card', label: 'By card' },
          ]}
          value={chosen}
          disabled={disabled}
          onChange={(value) => onChoose(value as PayWay)}
        />
      ) : null}
      <p>
        {chosen === 'card'
          ? 'You’ll pay by card next. We’ll hold your goods for 30 minutes.'
          : accountKind === 'cash'
            ? method === 'collection'
              ? 'Pay when you collect'
              : 'Pay the driver on delivery'
            : 'Charged to your account'}
      </p>
    </Stack>
  )
}

/** The ways to pay for this order, and the one chosen while it is among them. */
export const usePayBy = (
  customer: Customer | undefined,
  { cardOffered, totalPence }: { cardOffered: boolean; totalPence: number },
) => {
  const [asked, setAsked] = useState<PayWay>()
  const ways = payWaysOf(customer ?? { accountKind: 'credit' }, { cardOffered, totalPence })
  const chosen = asked !== undefined && ways.includes(asked) ? asked : ways[0]
  return { ways, chosen, onChoose: setAsked }
}
