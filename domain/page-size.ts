/** Products per page, as the browser stored it (specification, sections 5 and 9). */

export const PAGE_SIZE_DEFAULT = 24
export const PAGE_SIZE_MAX = 48

const RESET_OVER = 96
const RESET_TO = 12

/** Over 96 → 12; over 48 → 48; nothing or nonsense stored → 24. */
export const pageSizeOf = (stored: unknown): number => {
  if (typeof stored !== 'number' || !Number.isInteger(stored) || stored < 1) return PAGE_SIZE_DEFAULT
  if (stored > RESET_OVER) return RESET_TO
  return Math.min(stored, PAGE_SIZE_MAX)
}
