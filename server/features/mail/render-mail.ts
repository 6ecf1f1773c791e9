import { plainTextSelectors, render, toPlainText } from '@react-email/render'
import type { ReactElement } from 'react'

const TABLE = { format: 'dataTable', options: { colSpacing: 2, uppercaseHeaderCells: false } }
const AS_WRITTEN = { options: { uppercase: false } }

/** The text is made of the HTML, so both say the same. */
export const renderMail = async (mail: ReactElement): Promise<{ html: string; text: string }> => {
  const html = await render(mail)
  const text = toPlainText(html, {
    wordwrap: 78,
    selectors: [
      ...plainTextSelectors,
      { selector: 'h1', ...AS_WRITTEN },
      { selector: 'table.facts', ...TABLE },
      { selector: 'table.lines', ...TABLE },
      { selector: 'table.totals', ...TABLE },
    ],
  })
  return { html, text }
}
