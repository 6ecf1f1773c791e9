import { Box, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { chargeFacts } from '#domain/delivery-words.ts'
import { goodsFacts } from '#domain/discount-words.ts'
import { moneyText, unpricedWords } from '#domain/money.ts'
import { countText } from '#domain/plain-text.ts'
import { knownTotalPence, totalText } from '#domain/totals.ts'
import type { OpenTrolly } from '#src/store/trollies/open-trolly.ts'
import card from '#src/ui/layout/card.module.css'
import { DefinitionList } from '#src/ui/layout/definition-list.tsx'
import { Hidden } from '#src/ui/status/hidden.tsx'
import { Money } from '#src/ui/status/money.tsx'
import styles from './order-summary.module.css'

export type OrderSummaryProps = {
  trolly: OpenTrolly
  note: ReactNode
  action: ReactNode
  children: ReactNode
}

/** A desk's checkout, which stays beside the scrolling page. */
export function OrderSummary({ trolly: { totals, pricesHere }, note, action, children }: OrderSummaryProps) {
  return (
    <Box
      component="section"
      p={20}
      me="var(--page-edge)"
      className={`${card.card} ${styles.card}`}
      aria-label="Order summary"
    >
      <div>
        <Text size="xl" fw={700} role="status">
          <Hidden>Total </Hidden>
          <Money>{totalText(totals, unpricedWords(pricesHere))}</Money>
        </Text>
        <p
          className={styles.detail}
        >{`${totals.estimated ? 'Estimated total' : 'Total'} · ${countText(totals.lineCount, 'line')}`}</p>
      </div>
      {children}
      <Stack gap={8} data-screen-only>
        {action}
        {note ? <p className={styles.detail}>{note}</p> : null}
      </Stack>
    </Box>
  )
}

export type TotalsListProps = {
  trolly: Pick<OpenTrolly, 'totals' | 'pricesHere' | 'rows'>
  withTotal?: boolean
}

export function TotalsList({ trolly: { totals, pricesHere, rows }, withTotal = true }: TotalsListProps) {
  return (
    <DefinitionList
      items={[
        ...(knownTotalPence(totals) === null
          ? []
          : goodsFacts(
              totals,
              rows.map(({ discount }) => ({ discounts: discount?.shares })),
            )),
        ...chargeFacts(totals),
        ...totals.vat
          .filter(({ vatBasisPoints }) => vatBasisPoints > 0)
          .map(({ vatBasisPoints, vatPence }) => ({
            term: `VAT ${vatBasisPoints / 100}%`,
            value: moneyText(vatPence),
          })),
        ...(withTotal
          ? [
              {
                term: totals.estimated ? 'Estimated total' : 'Total',
                value: totalText(totals, unpricedWords(pricesHere)),
                strong: true,
              },
            ]
          : []),
      ]}
    />
  )
}
