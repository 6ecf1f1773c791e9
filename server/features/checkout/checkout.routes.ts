import { baskets } from '#contract/baskets.ts'
import type { TrollyMutation } from '#server/features/baskets/trolly-mutation.ts'
import type { CheckoutService } from './checkout.service.ts'

export const checkoutRoutes = (trollyMutation: TrollyMutation, service: CheckoutService): void => {
  trollyMutation(baskets.checkout, (call) => service.checkout(call))
}
