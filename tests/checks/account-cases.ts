import type { CheckName } from '#domain/checks/check.ts'
import type { CheckCase } from './world.ts'

/** Who the order is for, and who places it. */
export const ACCOUNT_CASES = {
  order_customer_check: [
    { name: 'accepts an account in good standing', fails: {} },
    {
      name: 'rejects an account on stop',
      customer: { onStop: true },
      fails: { order_customer_check: ['Your Account Is On Stop'] },
      repairs: [{ kind: 'choose_customer' }, { kind: 'ask_office' }],
    },
    {
      name: 'rejects a user who may not order',
      mayNotOrder: true,
      fails: { order_customer_check: ['You can browse but not order. Ask the office for access'] },
      repairs: [{ kind: 'ask_office' }],
      refusedBefore: 'may_not_order',
    },
    {
      name: 'accepts an order for exactly the remaining credit',
      customer: { creditLeftPence: 1000 },
      fails: {},
    },
    {
      name: 'rejects an order over the remaining credit',
      customer: { creditLeftPence: 2500 },
      lines: [['100001', 3]],
      fails: { order_customer_check: ['£5.00 over your remaining credit of £25.00'] },
      repairs: [{ kind: 'ask_office' }],
    },
    {
      name: 'includes VAT and the delivery charge',
      customer: {
        creditLeftPence: 1200,
        deliveryChargePence: 0,
        postcode: 'YO1 7HH',
        freeDeliveryPence: 5000,
      },
      products: [{ product_no: '100001', vatBasisPoints: 2000 }],
      routes: [{ prefix: 'YO1', deliveryChargePence: 500 }],
      chargePence: 500,
      fails: { order_customer_check: ['£6.00 over your remaining credit of £12.00'] },
      repairs: [{ kind: 'ask_office' }],
    },
    {
      name: 'rejects an order once the credit limit is used up',
      customer: { creditLeftPence: 0 },
      fails: { order_customer_check: ['You’ve reached your credit limit'] },
      repairs: [{ kind: 'ask_office' }],
    },
  ],
} satisfies Partial<Record<CheckName, CheckCase[]>>
