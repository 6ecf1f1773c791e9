import { partsOf } from './postcode.ts'

/** Settings of a postcode prefix (docs/import.md, delivery-postcodes). */
export type DeliveryRoute = {
  /** An area `YO`, a district `YO1` or a sector `YO1 7`, in upper case. */
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

/**
 * The three prefixes that name the postcode: `YO`, `YO1`, `YO1 7`. Each is whole: `Y` names no area, `S` is Sheffield and
 * not SE1, `YO1` is not YO17, and `N1` is not N1C.
 */
export const prefixesOf = (postcode: string): string[] => {
  const parts = partsOf(postcode)
  return parts === undefined
    ? []
    : [parts.area, parts.outward, `${parts.outward} ${parts.inward.slice(0, 1)}`]
}

/** `hx1` becomes `HX1`; undefined for anything but an area, a district or a sector, which has a space before its digit. */
export const tidyPrefix = (typed: string): string | undefined => {
  const text = typed.trim().toUpperCase().replace(/\s+/g, ' ')
  return PREFIX.test(text) ? text : undefined
}

const PREFIX = /^(?:[A-Z]{1,2}(?:\d[A-Z\d]?(?: \d)?)?|GIR(?: 0)?|BFPO)$/

/** The longest prefix wins, served or not. */
export const longestRouteOf = <Route extends DeliveryRoute>(
  postcode: string,
  routes: readonly Route[],
): Route | undefined => {
  const prefixes = prefixesOf(postcode)
  const [longest] = routes
    .filter(({ prefix }) => prefixes.includes(prefix))
    .toSorted((a, b) => b.prefix.length - a.prefix.length)
  return longest
}

/** Undefined if it is not served, even inside a served area. */
export const routeOfPostcode = <Route extends DeliveryRoute>(
  postcode: string,
  routes: readonly Route[],
): Route | undefined => {
  const longest = longestRouteOf(postcode, routes)
  return longest && isServed(longest) ? longest : undefined
}

export const isServed = ({ served, deliveryWeekdays }: DeliveryRoute): boolean =>
  served && deliveryWeekdays.length > 0
