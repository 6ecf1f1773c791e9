import { Group, Skeleton, Text } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { TrackedOrder } from '#contract/orders.ts'
import { type PaperworkDocument, paperwork } from '#contract/paperwork.ts'
import { dayText } from '#domain/london-time.ts'
import { invoicedPenceOf } from '#domain/paperwork/billed-facts.ts'
import { DOCUMENT_KINDS } from '#domain/paperwork/documents.ts'
import { reasonOf } from '#src/api/messages.ts'
import { replyKey } from '#src/api/query-keys.ts'
import { useApi } from '#src/device/device-context.tsx'
import { useLive } from '#src/device/use-live.ts'
import { keptDocumentsQuery } from '#src/store/kept-documents.ts'
import { Button } from '#src/ui/action/button.tsx'
import { Money } from '#src/ui/status/money.tsx'
import { EVER } from './ever.ts'
import {
  documentAmountText,
  documentTitle,
  ListedDocument,
  type ListedDocumentProps,
} from './listed-document.tsx'
import styles from './order-documents.module.css'

type OrderDocumentsProps = { order: TrackedOrder } & Pick<ListedDocumentProps, 'onSaveAsTemplate'>

/** Its delivery note, invoice and credit notes. Absent for an order that has none yet. */
export function OrderDocuments(props: OrderDocumentsProps) {
  const { billedPence = null, deliveredAt, status } = props.order
  const isDelivered = deliveredAt !== null && status === 'delivered'
  return isDelivered || billedPence !== null ? <Documents {...props} /> : null
}

function Documents({ order, onSaveAsTemplate }: OrderDocumentsProps) {
  const { documents, failure, retry } = useOrderDocuments(order)
  const heading = useId()
  const [opened, setOpened] = useState<PaperworkDocument>()
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>Documents</h2>
      {documents === undefined ? <Waiting count={countOf(order)} /> : null}
      <ul aria-label="Order documents">
        {documents?.map((document) => (
          <li key={document.invoiceNo}>
            <button type="button" className={styles.document} onClick={() => setOpened(document)}>
              <IconFileText size={20} stroke={1.5} aria-hidden="true" />
              <span className={styles.words}>
                {documentTitle(document)}
                <Text span size="xs" c="dimmed">
                  {dayText(document.day, new Date())}
                </Text>
              </span>
              <Money>{documentAmountText(document)}</Money>
            </button>
          </li>
        ))}
      </ul>
      {failure ? (
        <Group justify="space-between" gap="8px 12px" pt={8} c="dimmed" fz="xs" lh="var(--leading-s)">
          <p>
            {documents?.length
              ? `${failure} These are the documents you opened on this device.`
              : `The documents could not be loaded. ${failure}`}
          </p>
          <Button compact onClick={retry}>
            Try again
          </Button>
        </Group>
      ) : null}
      {opened ? (
        <ListedDocument
          customerId={order.customerId}
          document={opened}
          onClose={() => setOpened(undefined)}
          onSaveAsTemplate={onSaveAsTemplate}
        />
      ) : null}
    </section>
  )
}

/** There are as many as there will be documents, so that nothing below them moves. */
const countOf = (order: TrackedOrder): number => {
  const invoicedPence = invoicedPenceOf(order)
  return 1 + (invoicedPence === undefined ? 0 : invoicedPence === order.billedPence ? 1 : 2)
}

function Waiting({ count }: { count: number }) {
  return (
    <div aria-busy="true">
      {Array.from({ length: count }, (_, index) => `document-${index}`).map((key) => (
        <div key={key} className={styles.document}>
          <Skeleton width="70%" height="1rem" />
        </div>
      ))}
    </div>
  )
}

/** An order's documents; while the server cannot be reached, those that were opened on this device. */
const useOrderDocuments = ({ customerId, orderNo }: TrackedOrder) => {
  const api = useApi()
  const query = { delivery_account_no: customerId, start_date: EVER, queryString: orderNo }
  const { data, error, refetch } = useQuery({
    queryKey: replyKey(paperwork.copyInvoiceListOrders, query),
    queryFn: ({ signal }) =>
      api.call(paperwork.copyInvoiceListOrders, {
        query: { ...query, pageLength: 96 },
        signal,
      }),
    meta: { opened: true },
  })
  const { value: kept = [] } = useLive(keptDocumentsQuery(customerId))
  const isUnanswered = data === undefined && error !== null
  const found = isUnanswered ? kept.flatMap(({ document }) => document ?? []) : data?.data
  return {
    documents: found && documentsOf(found, orderNo),
    failure: isUnanswered ? reasonOf(error) : undefined,
    retry: () => refetch(),
  }
}

/** The server finds the number in any of a document's; the order of what happened. */
const documentsOf = (found: readonly PaperworkDocument[], orderNo: string): PaperworkDocument[] =>
  found
    .filter((document) => document.orderNo === orderNo)
    .toSorted((a, b) => DOCUMENT_KINDS.indexOf(a.kind) - DOCUMENT_KINDS.indexOf(b.kind))
