import type { LineView, TrollyDraft } from '#domain/operations/draft.ts'

export const lineIn = (draft: TrollyDraft, product_no: string, addedAt: string): LineView => {
  const line = draft.lines.get(product_no)
  if (line && !line.removed) return line
  return {
    product_no,
    quantity: 0,
    version: line?.version ?? 0,
    removed: false,
    seenPricePence: null,
    // A restored line keeps its place, as on the server.
    addedAt: line?.addedAt || addedAt,
    ...(line?.orderedQuantity !== undefined && { orderedQuantity: line.orderedQuantity }),
    state: line?.state ?? 'sent',
    decision: line?.decision ?? null,
  }
}

export const lineSubject = (product_no: string): string => `line ${product_no}`
