import { chargeFacts } from '#domain/delivery-words.ts'
import { moneyText, unpricedWords } from '#domain/money.ts'
import { knownTotalPence } from '#domain/totals.ts'
import type { OpenTrolly } from '#src/store/trollies/open-trolly.ts'
import { DefinitionList } from '#src/ui/layout/definition-list.tsx'

export type TotalsListProps = Pick<OpenTrolly, 'totals' | 'pricesHere'> & {
  withTotal?: boolean
}

export function TotalsList({ totals, pricesHere, withTotal = true }: TotalsListProps) {
  return (
    <DefinitionList
      items={[
        ...(knownTotalPence(totals) === null ? [] : [{ term: 'Goods', value: moneyText(totals.netPence) }]),
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
                value: moneyText(knownTotalPence(totals), unpricedWords(pricesHere)),
                strong: true,
              },
            ]
          : []),
      ]}
    />
  )
}
