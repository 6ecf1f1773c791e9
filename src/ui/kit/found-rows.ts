/** A page of rows as a list shows it, whoever fetched it. */
export type FoundRows<Row> = {
  /** undefined: none have come yet. */
  data: readonly Row[] | undefined
  total: number
  pageLength: number
  /** `data` answers an earlier request; this one is under way. */
  isUpdating: boolean
  /** Why the last attempt failed; rows that came before it are still in `data`. */
  failure: string | undefined
  retry: () => Promise<unknown>
  /** When `data` came, epoch milliseconds; 0: never. */
  at: number
}
