import type { ReactNode } from 'react'
import type { Repair } from '#domain/checks/check.ts'
import { mailHref, telHref } from '#domain/contact.ts'
import { ButtonLink } from '#src/ui/action/button.tsx'

/** Each label must make sense alone. */
export type RepairAction = { label: string; act: () => unknown } | { label: string; shown: ReactNode }

export type RepairContext = {
  trollyId: string
  /** 0 removes the line, with an undo. */
  onQuantity: (product_no: string, quantity: number) => unknown
  onChooseDay: () => void
  onChooseDelivery: () => void
  onChooseCustomer: () => void
  onAlternatives: (product_no: string) => void
  /** '' if unknown. */
  office: { phone: string; email: string }
  nameOf: (product_no: string) => string
}

/** Ignores kinds this build does not know. Confirmations are boxes at the checkout, not actions. */
export const repairActions = (repairs: readonly Repair[], context: RepairContext): RepairAction[] =>
  repairs
    .filter(({ kind }) => Object.hasOwn(ACTIONS, kind))
    .flatMap((repair) => ACTIONS[repair.kind]?.(repair as never, context) ?? [])

type Of<Kind extends Repair['kind']> = Extract<Repair, { kind: Kind }>

const ACTIONS: {
  [Kind in Repair['kind']]?: (repair: Of<Kind>, context: RepairContext) => RepairAction
} = {
  choose_customer: (_, { onChooseCustomer }) => ({ label: 'Choose another account', act: onChooseCustomer }),
  choose_day: (_, { onChooseDay }) => ({ label: 'Choose a day', act: onChooseDay }),
  choose_delivery: (_, { onChooseDelivery }) => ({
    label: 'Choose where and when',
    act: onChooseDelivery,
  }),
  add_items: (_, { trollyId }) => searchLink('Find products', trollyId),
  add_from_category: ({ category }, { trollyId }) => searchLink(`Find ${category}`, trollyId, category),
  set_quantity: ({ product_no, quantity }, context) => ({
    label: `Order ${quantity} of ${context.nameOf(product_no)} instead`,
    act: () => context.onQuantity(product_no, quantity),
  }),
  remove_line: ({ product_no }, context) => ({
    label: `Remove ${context.nameOf(product_no)}`,
    act: () => context.onQuantity(product_no, 0),
  }),
  see_alternatives: ({ product_no }, { nameOf, onAlternatives }) => ({
    label: `See alternatives to ${nameOf(product_no)}`,
    act: () => onAlternatives(product_no),
  }),
  ask_office: (_, { office }) => askOffice(office),
}

const searchLink = (label: string, trollyId: string, text = ''): RepairAction => ({
  label,
  shown: (
    <ButtonLink
      compact
      to={`/orders/create/search-${trollyId}${text === '' ? '' : `?q=${encodeURIComponent(text)}`}`}
    >
      {label}
    </ButtonLink>
  ),
})

const askOffice = ({ phone, email }: RepairContext['office']): RepairAction => {
  if (phone !== '') {
    const label = `Call the office on ${phone}`
    return { label, shown: <a href={telHref(phone)}>{label}</a> }
  }
  if (email !== '') {
    const label = `Email the office at ${email}`
    return { label, shown: <a href={mailHref(email)}>{label}</a> }
  }
  const label = 'Contact the office to have this allowed.'
  return { label, shown: label }
}
