import { Radio, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import type { SubstitutionChoice } from '#domain/line-terms.ts'
import { productTitle } from '#domain/product.ts'
import { brokenAgreement, needsConfirmation } from '#domain/substitution.ts'
import { addedText, brokenText, choiceText, SUBSTITUTION_WORDS } from '#domain/substitution-words.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import type { OpenTrolly, TrollyRow } from '#src/store/trollies/open-trolly.ts'
import { Banner } from '#src/ui/status/banner.tsx'
import { setTerms } from './change-terms.ts'
import styles from './line-terms.module.css'

/** What the supplier may do on the day, and nothing else. Stored at once. */
export function IfShort({ trolly, row }: { trolly: OpenTrolly; row: TrollyRow }) {
  const { view, products, pricesHere } = trolly
  const { line, product } = row
  const device = useUserDevice()
  const { substitution } = line
  const choose = (kind: string) => {
    if (kind === 'take') return
    const wanted: SubstitutionChoice | null = kind === 'wait' || kind === 'leave_out' ? { kind } : null
    setTerms(device, { trollyId: view.id, product_no: line.product_no, substitution: wanted }).catch(
      showFailure,
    )
  }
  const broken =
    substitution?.kind === 'take' && pricesHere
      ? brokenAgreement(
          substitution,
          product ?? line.known ?? null,
          products.get(substitution.product_no) ?? null,
        )
      : undefined
  return (
    <Stack gap={8}>
      <Radio.Group
        label="If it’s short on the day"
        value={substitution?.kind ?? 'none'}
        onChange={choose}
        readOnly={view.readOnly}
      >
        <Stack gap={12} mt={8}>
          <Radio
            classNames={RADIO}
            value="none"
            label="Nothing agreed"
            description="We send what we have and charge no more than that."
          />
          {(['wait', 'leave_out'] as const).map((kind) => (
            <Radio
              key={kind}
              classNames={RADIO}
              value={kind}
              label={SUBSTITUTION_WORDS[kind].label}
              description={SUBSTITUTION_WORDS[kind].explained}
            />
          ))}
          {substitution?.kind === 'take' ? (
            <Radio
              classNames={RADIO}
              value="take"
              label={capitalised(choiceText(substitution))}
              description={
                needsConfirmation(substitution.confirmed)
                  ? `You accepted: ${addedText(substitution.confirmed)}`
                  : 'It adds no allergens'
              }
            />
          ) : null}
        </Stack>
      </Radio.Group>
      {broken && substitution?.kind === 'take' ? (
        <Banner tone="red" inset>
          {brokenText(broken, productTitle(substitution.seen))}
        </Banner>
      ) : null}
      <Text size="xs" c="dimmed">
        Your order carries this. Nothing else is sent in its place.
      </Text>
    </Stack>
  )
}

const RADIO = { body: styles.radio ?? '', label: styles.radioLabel ?? '' }

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
