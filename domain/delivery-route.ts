import { outwardCodeOf } from './postcode.ts'

/** Settings of a postcode prefix (docs/import.md, delivery-postcodes). */
export type DeliveryRoute = {
  /** Upper case, without a space: `YO1`. */
  prefix: string
  route: string
  /** ISO: 1 Monday to 7 Sunday. */
  deliveryWeekdays: number[]
  /** HH:MM in Europe/London. */
  cutOffTime: string
  minimumOrderPence: number
  deliveryChargePence: number
  served: boolean
}

/** Every prefix that could name the postcode: `Y`, `YO`, `YO1`. */
export const prefixesOf = (postcode: string): string[] => {
  const outward = outwardCodeOf(postcode)
  return Array.from(outward, (_, at) => outward.slice(0, at + 1))
}

/** The longest prefix wins; undefined if it is not served, even inside a served area. */
export const routeOfPostcode = <Route extends DeliveryRoute>(
  postcode: string,
  routes: readonly Route[],
): Route | undefined => {
  const prefixes = prefixesOf(postcode)
  const [longest] = routes
    .filter(({ prefix }) => prefixes.includes(prefix))
    .toSorted((a, b) => b.prefix.length - a.prefix.length)
  return longest?.served && longest.deliveryWeekdays.length > 0 ? longest : undefined
}
