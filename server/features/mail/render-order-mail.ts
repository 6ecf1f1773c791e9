import { plainTextSelectors, render, toPlainText } from '@react-email/render'
import { createElement } from 'react'
import type { TrackedOrder } from '#contract/orders.ts'
import type { MailKind } from '#domain/order-mail.ts'
import { OrderMail, type OrderMailProps } from './order-mail.tsx'
import { wordsOf } from './order-mail-words.ts'

export type OrderMailParts = {
  kind: MailKind
  order: TrackedOrder
  /** When the mail was written. */
  now: Date
} & Pick<OrderMailProps, 'company' | 'publicUrl'>

const TABLE = { format: 'dataTable', options: { colSpacing: 2, uppercaseHeaderCells: false } }
const AS_WRITTEN = { options: { uppercase: false } }

/** The text is made of the HTML, so both say the same. */
export const renderOrderMail = async ({
  kind,
  order,
  company,
  publicUrl,
  now,
}: OrderMailParts): Promise<{ subject: string; html: string; text: string }> => {
  const words = wordsOf(kind, order, now)
  const html = await render(createElement(OrderMail, { words, order, company, publicUrl }))
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
  return { subject: words.subject, html, text }
}
