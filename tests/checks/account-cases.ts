import type { CheckName } from '#domain/checks/check.ts'
import type { CheckCase } from './world.ts'

/** Who the order is for, and who places it. */
export const ACCOUNT_CASES = {
  order_customer_check: [
    { name: 'lets a good account order', fails: {} },
    {
      name: 'refuses a stopped account',
      customer: { onStop: true },
      fails: { order_customer_check: ['Your Account Is On Stop'] },
      repairs: [{ kind: 'choose_customer' }, { kind: 'ask_office' }],
    },
    {
      name: 'refuses a person who may not place orders',
      mayNotOrder: true,
      fails: { order_customer_check: ['You can browse but not order. Ask the office for access'] },
      repairs: [{ kind: 'ask_office' }],
      refusedBefore: 'may_not_order',
    },
  ],
} satisfies Partial<Record<CheckName, CheckCase[]>>
