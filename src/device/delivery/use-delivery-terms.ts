import { type ChosenTerms, chosenTermsOf } from '#domain/chosen-delivery.ts'
import type { TrollyHead } from '#domain/trolly.ts'
import { useCustomer } from '#src/device/customers/use-customer.ts'
import { useChosenPlaces } from './use-places.ts'

/** What the trolly's delivery costs, as far as this device knows. @param trolly undefined: not read yet */
export const useDeliveryTerms = (trolly: TrollyHead | undefined): ChosenTerms | undefined => {
  const customer = useCustomer(trolly?.customerId)
  const places = useChosenPlaces(trolly)
  return trolly && customer && chosenTermsOf(trolly, customer, places)
}
