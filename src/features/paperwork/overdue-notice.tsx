import { useQuery } from '@tanstack/react-query'
import { paperwork } from '#contract/paperwork.ts'
import { dayText, londonDayOf } from '#domain/london-time.ts'
import { moneyText } from '#domain/money.ts'
import { keptReplyKey } from '#src/api/query-keys.ts'
import { useApi } from '#src/device/device-context.tsx'
import { ButtonLink } from '#src/ui/action/button.tsx'
import { Banner } from '#src/ui/status/banner.tsx'
import { EVER } from './ever.ts'

/** Quiet: without a connection it says what was last known, and a failure says nothing. */
export function OverdueNotice({ customerId }: { customerId: string }) {
  const api = useApi()
  const { data } = useQuery({
    queryKey: [...keptReplyKey(paperwork.copyInvoiceListOrders), customerId],
    queryFn: ({ signal }) =>
      api.call(paperwork.copyInvoiceListOrders, {
        query: {
          delivery_account_no: customerId,
          start_date: EVER,
          state: 'overdue',
          sort_by: 'day',
          pageLength: 1,
        },
        signal,
      }),
  })
  const oldest = data?.data[0]
  if (data === undefined || oldest === undefined || oldest.dueDay === null) return null
  const now = new Date()
  const due = dayText(oldest.dueDay, now)
  const amount = moneyText(data.overduePence)
  return (
    <Banner
      tone="amber"
      action={
        <ButtonLink
          compact
          to={`/accounts/copy-invoice-statement?state=overdue&from=${oldest.day}&to=${londonDayOf(now)}`}
        >
          See invoices
        </ButtonLink>
      }
    >
      {data.total === 1
        ? `An invoice for ${amount} is overdue. It was due on ${due}.`
        : `${data.total} invoices are overdue, ${amount} in total. The oldest was due on ${due}.`}
    </Banner>
  )
}
