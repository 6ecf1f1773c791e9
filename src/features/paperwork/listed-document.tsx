import { IconListDetails } from '@tabler/icons-react'
import type { PaperworkDocument } from '#contract/paperwork.ts'
import { dayText } from '#domain/london-time.ts'
import { moneyText } from '#domain/money.ts'
import { DOCUMENT_NAMES, signedPence } from '#domain/paperwork/documents.ts'
import { Button } from '#src/ui/action/button.tsx'
import type { Definition } from '#src/ui/layout/definition-list.tsx'
import { DocumentSheet } from './document-sheet.tsx'
import { paymentText } from './payment-state.tsx'

export type ListedDocumentProps = {
  customerId: string
  document: PaperworkDocument
  onClose: () => void
  /** Documents kept by an earlier build cannot be saved. */
  onSaveAsTemplate: (document: { orderId: string; documentId: string }) => void
}

/** An invoice, credit note or delivery note. */
export function ListedDocument({ customerId, document, onClose, onSaveAsTemplate }: ListedDocumentProps) {
  const { id, orderId } = document
  return (
    <DocumentSheet
      wanted={{ customerId, no: document.invoiceNo, document }}
      title={documentTitle(document)}
      facts={factsOf(document)}
      onClose={onClose}
    >
      {id !== undefined && orderId !== undefined ? (
        <Button
          icon={<IconListDetails size={18} aria-hidden="true" />}
          onClick={() => {
            onClose()
            onSaveAsTemplate({ orderId, documentId: id })
          }}
        >
          Save as template
        </Button>
      ) : null}
    </DocumentSheet>
  )
}

export const documentTitle = ({ kind, invoiceNo }: PaperworkDocument): string =>
  `${DOCUMENT_NAMES[kind]} ${invoiceNo}`

/** '' for a delivery note. */
export const documentAmountText = ({ kind, totalPence }: PaperworkDocument): string =>
  moneyText(signedPence(kind, totalPence), '')

const factsOf = (document: PaperworkDocument): Definition[] => {
  const { kind, day, orderNo, poNumber, creditedInvoiceNo, netPence, vatPence, owedPence } = document
  return [
    { term: 'Date', value: dayText(day, new Date()) },
    { term: 'Order', value: orderNo },
    ...(poNumber === '' ? [] : [{ term: 'Your reference', value: poNumber }]),
    ...(creditedInvoiceNo === null ? [] : [{ term: 'Credits', value: creditedInvoiceNo }]),
    ...(netPence === null || vatPence === null
      ? []
      : [
          { term: 'Excluding VAT', value: moneyText(signedPence(kind, netPence)) },
          { term: 'VAT', value: moneyText(signedPence(kind, vatPence)) },
          { term: 'Total', value: documentAmountText(document), strong: true },
        ]),
    ...(kind === 'invoice'
      ? [
          { term: 'Amount due', value: moneyText(owedPence) },
          { term: 'Payment', value: paymentText(document) ?? '', strong: document.overdue },
        ]
      : []),
  ]
}
