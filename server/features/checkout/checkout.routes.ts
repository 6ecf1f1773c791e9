import { trollies } from '#contract/trollies.ts'
import type { TrollyMutation } from '#server/features/trollies/trolly-mutation.ts'
import type { CheckoutService } from './checkout.service.ts'

export const checkoutRoutes = (trollyMutation: TrollyMutation, service: CheckoutService): void => {
  trollyMutation(trollies.checkout, (call) => service.checkout(call))
}
