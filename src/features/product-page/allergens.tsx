import { Box } from '@mantine/core'
import type { ProductFacts } from '#domain/product.ts'
import { allergenWords } from '#domain/safety-words.ts'
import { DefinitionList } from '#src/ui/layout/definition-list.tsx'
import { Section } from '#src/ui/layout/section.tsx'
import { Banner } from '#src/ui/status/banner.tsx'

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
