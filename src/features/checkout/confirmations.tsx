import { Checkbox, Stack } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { type Ref, type RefObject, useRef, useState } from 'react'
import type { Finding } from '#domain/checks/findings.ts'
import type { Customer } from '#domain/customer.ts'
import type { Checkout } from '#domain/trollies/operation.ts'
import { type OpenTrolly, presentRows } from '#src/store/trollies/open-trolly.ts'
import { errorOf } from '#src/ui/form/fields.tsx'

export type Confirmed = Checkout['confirmations']

export type ConfirmationsProps = {
  needed: Confirmed
  confirmed: Confirmed
  /** Messages beside unticked boxes. */
  errors: Partial<Record<keyof Confirmed, string>>
  minimumAge: number
  disabled: boolean
  onChange: (change: Partial<Confirmed>) => void
  ref?: Ref<HTMLDivElement>
}

export function Confirmations(props: ConfirmationsProps) {
  const { needed, confirmed, errors, minimumAge, disabled, onChange, ref } = props
  return (
    <Stack ref={ref} gap={12}>
      {needed.ageRestricted ? (
        <Checkbox
          label={`Someone aged ${minimumAge} or over will receive this`}
          description="This order contains age-restricted goods."
          checked={confirmed.ageRestricted}
          disabled={disabled}
          {...wrong(errors.ageRestricted)}
          onChange={(event) => onChange({ ageRestricted: event.currentTarget.checked })}
        />
      ) : null}
      {needed.catchWeight ? (
        <Checkbox
          label="Confirm weight-based pricing"
          description="Some items are priced when they are weighed, so the total is an estimate."
          checked={confirmed.catchWeight}
          disabled={disabled}
          {...wrong(errors.catchWeight)}
          onChange={(event) => onChange({ catchWeight: event.currentTarget.checked })}
        />
      ) : null}
    </Stack>
  )
}

/** Announced as it appears: the press was on another control. */
const wrong = (words: string | undefined) => ({
  error: words && <span role="alert">{errorOf(words)}</span>,
  'aria-invalid': words ? true : undefined,
})

/** For age-restricted and catch-weight goods: an unticked box is an error only after an attempt to order. */
export const useConfirmations = () => {
  const [confirmed, setConfirmed] = useState<Confirmed>({ ageRestricted: false, catchWeight: false })
  const [attempted, setAttempted] = useState(false)
  const boxes = useRef<HTMLDivElement>(null)
  return {
    confirmed,
    demand: () => {
      setAttempted(true)
      boxes.current?.querySelector<HTMLElement>('input:not(:checked)')?.focus()
    },
    propsFor: (
      trolly: OpenTrolly,
      customer: Customer | undefined,
      unconfirmed: readonly Finding[],
    ): Omit<ConfirmationsProps, 'disabled'> & { ref: RefObject<HTMLDivElement | null> } => {
      const messages = messagesOf(unconfirmed)
      const { needed, minimumAge } = neededBy(trolly, customer)
      const isAsked = (what: keyof Confirmed) =>
        // A box that only the server asked for stays once ticked.
        needed[what] || confirmed[what] || messages[what] !== undefined
      return {
        needed: { ageRestricted: isAsked('ageRestricted'), catchWeight: isAsked('catchWeight') },
        confirmed,
        errors: attempted ? messages : {},
        minimumAge,
        onChange: (change) => setConfirmed((before) => ({ ...before, ...change })),
        ref: boxes,
      }
    },
  }
}

export const isConfirmation = ({ repairs }: Finding): boolean =>
  repairs.some(({ kind }) => kind in CONFIRMED_BY)

const CONFIRMED_BY: Partial<Record<Finding['repairs'][number]['kind'], keyof Confirmed>> = {
  confirm_age: 'ageRestricted',
  confirm_catch_weight: 'catchWeight',
}

const messagesOf = (problems: readonly Finding[]): ConfirmationsProps['errors'] =>
  Object.fromEntries(
    problems.flatMap(({ message, repairs }) =>
      repairs.flatMap(({ kind }) => {
        const what = CONFIRMED_BY[kind]
        return what ? [[what, message]] : []
      }),
    ),
  )

/** An account without a licence cannot order age-restricted goods, whatever is confirmed. */
const neededBy = ({ rows }: OpenTrolly, customer: Customer | undefined) => {
  const products = presentRows(rows).flatMap(({ product }) => product ?? [])
  const ages = products.flatMap(({ minimumAge }) => minimumAge ?? [])
  return {
    needed: {
      ageRestricted: customer?.ageRestrictedAllowed !== false && ages.length > 0,
      catchWeight: products.some(({ catchWeight }) => catchWeight),
    },
    minimumAge: ages.length > 0 ? Math.max(...ages) : ADULT_AGE,
  }
}

const ADULT_AGE = 18
