import { moneyText, unpricedWords } from '#domain/money.ts'
import { knownTotalPence } from '#domain/totals.ts'
import type { OpenTrolly } from '#src/store/open-trolly.ts'
import { DefinitionList } from '#src/ui/layout/definition-list.tsx'

/** What it comes to, VAT by its rates. */
export function TotalsList({ totals, pricesHere }: Pick<OpenTrolly, 'totals' | 'pricesHere'>) {
  return (
    <DefinitionList
      items={[
        ...(knownTotalPence(totals) === null ? [] : [{ term: 'Goods', value: moneyText(totals.netPence) }]),
        ...totals.vat
          .filter(({ vatBasisPoints }) => vatBasisPoints > 0)
          .map(({ vatBasisPoints, vatPence }) => ({
            term: `VAT ${vatBasisPoints / 100} %`,
            value: moneyText(vatPence),
          })),
        {
          term: totals.estimated ? 'Estimated total' : 'Total',
          value: moneyText(knownTotalPence(totals), unpricedWords(pricesHere)),
          strong: true,
        },
      ]}
    />
  )
}
