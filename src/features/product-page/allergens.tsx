import { Box } from '@mantine/core'
import { ALLERGENS, type Allergen, type ProductFacts } from '#domain/product.ts'
import { DefinitionList } from '#src/ui/layout/definition-list.tsx'
import { Section } from '#src/ui/layout/section.tsx'
import { Banner } from '#src/ui/status/banner.tsx'
import { listText } from './fact-words.ts'

/** Undeclared allergens are unknown and never shown as absent. */
export function Allergens({ contains, mayContain }: Pick<ProductFacts, 'contains' | 'mayContain'>) {
  return (
    <Section title="Allergens">
      <DefinitionList
        items={[
          { term: 'Contains', value: allergenWords(contains), strong: (contains?.length ?? 0) > 0 },
          { term: 'May contain', value: allergenWords(mayContain) },
        ]}
      />
      {contains === null || mayContain === null ? (
        <Box mt={12}>
          <Banner tone="amber" inset>
            Allergens are not fully declared. Ask us before you serve this to anyone with an allergy.
          </Banner>
        </Box>
      ) : null}
    </Section>
  )
}

/** In list order, to compare products. Allergens of a newer server come last: none may be dropped. */
const allergenWords = (allergens: readonly Allergen[] | null): string => {
  if (allergens === null) return 'Not declared, please ask us'
  const known = ALLERGENS.filter((allergen) => allergens.includes(allergen))
  const named = [...known, ...allergens.filter((allergen) => !ALLERGENS.includes(allergen))]
  return named.length === 0 ? 'None of the 14 allergens' : listText(named)
}
