import type { TrackedOrder } from '#contract/orders.ts'
import { orderedEstimateText, weighedText } from '#domain/catch-weight.ts'
import { slotText } from '#domain/collection.ts'
import { chargeFacts, placeFacts } from '#domain/delivery-words.ts'
import { discountTexts } from '#domain/discount-words.ts'
import { dayText } from '#domain/london-time.ts'
import { eachText, moneyText } from '#domain/money.ts'
import { billedFacts } from '#domain/paperwork/billed-facts.ts'
import { termsTexts } from '#domain/substitution-words.ts'
import { CELL, DIM, HEAD, MailFrame, type MailFrameProps } from './mail-frame.tsx'

export type OrderMailProps = Omit<MailFrameProps, 'children'> & { order: TrackedOrder }

const FIGURE = { textAlign: 'right', whiteSpace: 'nowrap', paddingLeft: 16 } as const

export function OrderMail({ order, ...frame }: OrderMailProps) {
  return (
    <MailFrame {...frame}>
      <Facts order={order} />
      <Lines order={order} />
      <Totals order={order} />
    </MailFrame>
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
        {lines.filter(isSent).map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
          <tr key={place}>
            <td className="text rule" style={CELL}>
              {line.name}
              <br />
              <span className="dim" style={DIM}>
                {[line.product_no, line.pack, unitText(line)].filter(Boolean).join(' · ')}
              </span>
              {[...explanationsOf(line), ...discountTexts(line), ...termsTexts(line)].map((text) => (
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

/** Substitutes may replace all of a line. */
const isSent = ({ quantity }: TrackedOrder['lines'][number]): boolean => quantity > 0

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
