import { createElement } from 'react'
import type { TrackedOrder } from '#contract/orders.ts'
import type { MailKind } from '#domain/order-mail.ts'
import { OrderMail, type OrderMailProps } from './order-mail.tsx'
import { wordsOf } from './order-mail-words.ts'
import { renderMail } from './render-mail.ts'

export type OrderMailParts = {
  kind: MailKind
  order: TrackedOrder
  /** When the mail was written. */
  now: Date
} & Pick<OrderMailProps, 'company' | 'publicUrl'>

export const renderOrderMail = async ({
  kind,
  order,
  company,
  publicUrl,
  now,
}: OrderMailParts): Promise<{ subject: string; html: string; text: string }> => {
  const words = wordsOf(kind, order, now)
  const mail = createElement(OrderMail, { words, order, company, publicUrl })
  return { subject: words.subject, ...(await renderMail(mail)) }
}
