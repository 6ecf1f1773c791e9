import type { ComponentType } from 'react'
import type { ListAddress } from './list-request.ts'

/** The saved views of a list, lazily loaded: what the person named to choose it again. */
export type ListViews = ComponentType<{ address: ListAddress; noun: readonly [one: string, many: string] }>

export type FoundRows<Row> = {
  /** undefined: no rows yet. */
  data: readonly Row[] | undefined
  total: number
  pageLength: number
  /** `data` answers an earlier request; this one is still loading. */
  isUpdating: boolean
  /** Why the last attempt failed; earlier rows remain in `data`. */
  failure: string | undefined
  retry: () => Promise<unknown>
  /** When `data` arrived, epoch ms; 0: never. */
  at: number
  /** Given with the rows, since every list of a signed-in person has them; undefined: the person has no views. */
  Views?: ListViews | undefined
}
