/** Before any document. YYYY-MM-DD */
export const EVER = '2000-01-01'
