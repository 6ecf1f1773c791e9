export const TROLLY_STATES = ['open', 'checked_out', 'deleted'] as const
export type TrollyState = (typeof TROLLY_STATES)[number]

/** The most of one product in a line; a larger wish is a telephone call. */
export const QUANTITY_MAX = 9999
export const LINES_MAX = 1000
export const OPERATIONS_MAX = 100

/** What a person says about the whole order. Changed by operation `details`, guarded by `detailsVersion`. */
export type TrollyDetails = {
  /** YYYY-MM-DD in Europe/London; null: not chosen. */
  deliveryDay: string | null
  poNumber: string
  instructions: string
}

export type TrollyHead = TrollyDetails & {
  id: string
  customerId: string
  /** Rises with every change of the trolly or a line of it. */
  version: number
  detailsVersion: number
  state: TrollyState
  /** Whose prices count for it: the customer's price list. */
  priceListId: string
  createdAt: string
  updatedAt: string
}

/**
 * One product in a trolly. A removed line stays, with quantity 0 and its version, so that a later change can tell
 * "removed elsewhere" from "never there"; a line that never existed has version 0.
 */
export type TrollyLine = {
  product_no: string
  quantity: number
  version: number
  removed: boolean
  /** Price of one, in pence, that the person last changing the line was shown; null: none was. */
  seenPricePence: number | null
  addedAt: string
  /**
   * What its product was called when this device was last told of it: a product that is no longer sold leaves the list, and
   * the line that it leaves behind still has to be named. Kept on the device alone.
   */
  knownAs?: string
}
