import { type RefObject, useRef, useState } from 'react'
import type { Finding } from '#domain/checks/findings.ts'
import type { Customer } from '#domain/customer.ts'
import { type OpenTrolly, presentRows } from '#src/store/trollies/open-trolly.ts'
import type { ConfirmationsProps, Confirmed } from './confirmations.tsx'

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

/** Without a licence age-restricted goods cannot be ordered, whatever is confirmed. */
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
