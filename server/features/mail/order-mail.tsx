import type { TrackedOrder } from '#contract/orders.ts'
import { orderedEstimateText, weighedText } from '#domain/catch-weight.ts'
import { slotText } from '#domain/collection.ts'
import { chargeFacts, placeFacts } from '#domain/delivery-words.ts'
import { dayText } from '#domain/london-time.ts'
import { eachText, moneyText } from '#domain/money.ts'
import { billedFacts } from '#domain/paperwork/billed-facts.ts'
import type { MailWords } from './order-mail-words.ts'

export type OrderMailProps = {
  words: MailWords
  order: TrackedOrder
  company: { name: string; email: string; colour: string }
  /** Without a public address a mail has no link. */
  publicUrl: string | undefined
}

/** Mail programs that know no media queries show the light colours, which are inline. */
const DARK = `
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page, .card { background: #1a1b1e !important; }
  .text { color: #e9ecef !important; }
  .dim { color: #b4b9be !important; }
  .rule { border-color: #4b4f55 !important; }
  .button { background: #e9ecef !important; color: #1a1b1e !important; }
}`

const FONT = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
const TEXT = { color: '#212529', fontFamily: FONT, fontSize: 16, lineHeight: '24px' }
const DIM = { ...TEXT, color: '#5c636a', fontSize: 14, lineHeight: '20px' }
const CELL = { ...TEXT, padding: '8px 0', borderTop: '1px solid #dee2e6', verticalAlign: 'top' } as const
const HEAD = { ...DIM, padding: '8px 0', fontWeight: 400, textAlign: 'left' } as const
const FIGURE = { textAlign: 'right', whiteSpace: 'nowrap', paddingLeft: 16 } as const

export function OrderMail({ words, order, company, publicUrl }: OrderMailProps) {
  return (
    <html lang="en-GB" dir="ltr">
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{words.subject}</title>
        <style>{DARK}</style>
      </head>
      <body className="page" style={{ margin: 0, padding: 0, background: '#ffffff' }}>
        <table role="presentation" width="100%" cellPadding={0} cellSpacing={0}>
          <tbody>
            <tr>
              <td align="center" style={{ padding: '24px 16px' }}>
                <table
                  role="presentation"
                  className="card"
                  width="100%"
                  cellPadding={0}
                  cellSpacing={0}
                  style={{ maxWidth: 600, background: '#ffffff' }}
                >
                  <tbody>
                    <tr>
                      <td style={{ borderTop: `4px solid ${company.colour}`, paddingTop: 16 }}>
                        <p className="dim" style={{ ...DIM, margin: 0 }}>
                          {company.name}
                        </p>
                        <h1
                          className="text"
                          style={{ ...TEXT, fontSize: 24, lineHeight: '32px', margin: '8px 0 16px' }}
                        >
                          {words.heading}
                        </h1>
                        {words.paragraphs.map((paragraph) => (
                          <p key={paragraph} className="text" style={{ ...TEXT, margin: '0 0 16px' }}>
                            {paragraph}
                          </p>
                        ))}
                        <Link words={words} publicUrl={publicUrl} />
                        <Facts order={order} />
                        <Lines order={order} />
                        <Totals order={order} />
                        <p className="dim" style={{ ...DIM, margin: '24px 0 0' }}>
                          {company.email === ''
                            ? `Sent by ${company.name}.`
                            : `Sent by ${company.name}. Questions? Write to ${company.email}.`}
                        </p>
                      </td>
                    </tr>
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  )
}

function Link({ words, publicUrl }: Pick<OrderMailProps, 'words' | 'publicUrl'>) {
  if (publicUrl === undefined) return null
  const colours = { background: '#212529', color: '#ffffff' }
  return (
    <p style={{ margin: '0 0 24px' }}>
      <a
        className="button"
        href={new URL(words.link.path, publicUrl).href}
        style={{
          ...TEXT,
          ...colours,
          display: 'inline-block',
          padding: '10px 20px',
          borderRadius: 6,
          textDecoration: 'none',
        }}
      >
        {words.link.label}
      </a>
    </p>
  )
}

function Facts({ order }: { order: TrackedOrder }) {
  const {
    orderNo,
    deliveryDay,
    poNumber,
    instructions,
    payBy,
    customerName,
    customerId,
    method,
    collectionSlot,
  } = order
  const facts = [
    ['Order', orderNo],
    ['Account', `${customerName} (${customerId})`],
    [method === 'collection' ? 'Collection day' : 'Delivery day', dayText(deliveryDay)],
    ['Collection time', collectionSlot ? slotText(collectionSlot) : ''],
    ...placeFacts(order).map(({ term, value }) => [term, value]),
    // A cancelled order is not paid for; the text above mentions any refund.
    ['Payment', order.status === 'cancelled' ? '' : payBy === 'card' ? 'By card' : 'On account'],
    ['Purchase order', poNumber],
    ['Instructions', instructions],
  ].filter(([, value]) => value !== '')
  return (
    <table className="facts" width="100%" cellPadding={0} cellSpacing={0} style={{ marginBottom: 24 }}>
      <tbody>
        {facts.map(([term, value]) => (
          <tr key={term}>
            <th
              scope="row"
              className="dim rule"
              style={{ ...CELL, ...DIM, fontWeight: 400, textAlign: 'left' }}
            >
              {term}
            </th>
            <td className="text rule" style={{ ...CELL, paddingLeft: 16 }}>
              {value}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Lines({ order: { lines } }: { order: TrackedOrder }) {
  return (
    <table className="lines" width="100%" cellPadding={0} cellSpacing={0}>
      <thead>
        <tr>
          {['Product', 'Quantity', 'Net'].map((title, place) => (
            <th key={title} scope="col" className="dim" style={place === 0 ? HEAD : { ...HEAD, ...FIGURE }}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
          <tr key={place}>
            <td className="text rule" style={CELL}>
              {line.name}
              <br />
              <span className="dim" style={DIM}>
                {[line.product_no, line.pack, unitText(line)].filter(Boolean).join(' · ')}
              </span>
              {explanationsOf(line).map((text) => (
                <span key={text} className="dim" style={DIM}>
                  <br />
                  {text}
                </span>
              ))}
            </td>
            <td className="text rule" style={{ ...CELL, ...FIGURE }}>
              {line.quantity}
            </td>
            <td className="text rule" style={{ ...CELL, ...FIGURE }}>
              {`${line.catchWeight ? 'about ' : ''}${moneyText(line.netPence)}`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const unitText = (line: TrackedOrder['lines'][number]): string =>
  orderedEstimateText(line) === undefined ? eachText({ ...line, pricePence: line.unitPricePence }) : ''

/** How the estimate of a weighed line led to what was billed. */
const explanationsOf = (line: TrackedOrder['lines'][number]): string[] => {
  const weighed = weighedText(line)
  if (weighed === undefined) return [orderedEstimateText(line)].filter((text) => text !== undefined)
  return [
    typeof line.billedPence === 'number' ? `${weighed}, ${moneyText(line.billedPence)} billed` : weighed,
  ]
}

function Totals({ order }: { order: TrackedOrder }) {
  const { totals } = order
  const total = totals.estimated ? 'Estimated total' : 'Total'
  const billed = billedFacts(order)
  const rows = [
    { term: 'Goods', value: moneyText(totals.netPence) },
    ...chargeFacts(totals),
    ...totals.vat.map(({ vatBasisPoints, vatPence }) => ({
      term: `VAT ${vatBasisPoints / 100}%`,
      value: moneyText(vatPence),
    })),
    { term: total, value: moneyText(totals.totalPence), strong: billed.length === 0 },
    ...billed,
  ]
  return (
    <table className="totals" width="100%" cellPadding={0} cellSpacing={0}>
      <tbody>
        {rows.map(({ term, value, ...row }) => {
          const weight = { fontWeight: 'strong' in row && row.strong ? 700 : 400 }
          return (
            <tr key={term}>
              <th scope="row" className="text rule" style={{ ...CELL, ...weight, textAlign: 'left' }}>
                {term}
              </th>
              <td className="text rule" style={{ ...CELL, ...FIGURE, ...weight }}>
                {value}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
