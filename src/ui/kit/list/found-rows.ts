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
}
