import type { ReactNode } from 'react'
import type { Repair } from '#domain/checks/check.ts'
import { changeQuantity } from '#src/device/change-quantity.ts'
import { showFailure } from '#src/device/show-failure.ts'
import type { UserDevice } from '#src/device/user-device.ts'
import { ButtonLink } from '#src/ui/action/button.tsx'

/** A way out of a failed check: a press that does it, or leads to where it is done. */
export type RepairAction = { label: string; act: () => unknown } | { label: string; link: ReactNode }

export type RepairContext = {
  device: UserDevice
  trollyId: string
  onChooseDay: () => void
  onChooseCustomer: () => void
  onConfirm: (what: 'ageRestricted' | 'catchWeight') => void
  /** The office's telephone; '' where it is not known. */
  officePhone: string
  nameOf: (product_no: string) => string
}

export const repairAction = (repair: Repair, context: RepairContext): RepairAction | null =>
  ACTIONS[repair.kind](repair as never, context)

type Of<Kind extends Repair['kind']> = Extract<Repair, { kind: Kind }>

const ACTIONS: {
  [Kind in Repair['kind']]: (repair: Of<Kind>, context: RepairContext) => RepairAction | null
} = {
  choose_customer: (_, { onChooseCustomer }) => ({ label: 'Choose another account', act: onChooseCustomer }),
  choose_day: (_, { onChooseDay }) => ({ label: 'Choose a day', act: onChooseDay }),
  confirm_age: (_, { onConfirm }) => ({ label: 'Confirm the age', act: () => onConfirm('ageRestricted') }),
  confirm_catch_weight: (_, { onConfirm }) => ({
    label: 'Confirm the weighing',
    act: () => onConfirm('catchWeight'),
  }),
  add_items: (_, { trollyId }) => searchLink('Find products', trollyId),
  add_from_category: ({ category }, { trollyId }) => searchLink(`Find ${category}`, trollyId, category),
  set_quantity: ({ product_no, quantity }, context) => ({
    label: `Order ${quantity} instead`,
    act: () => typed(context, product_no, quantity),
  }),
  remove_line: ({ product_no }, context) => ({
    label: `Remove ${context.nameOf(product_no)}`,
    act: () => typed(context, product_no, 0),
  }),
  ask_office: (_, { officePhone }) =>
    officePhone === ''
      ? null
      : {
          label: 'Call the office',
          link: <a href={`tel:${officePhone.replaceAll(' ', '')}`}>{`Call the office: ${officePhone}`}</a>,
        },
}

const searchLink = (label: string, trollyId: string, text = ''): RepairAction => ({
  label,
  link: (
    <ButtonLink
      compact
      to={`/orders/create/search-${trollyId}${text === '' ? '' : `?q=${encodeURIComponent(text)}`}`}
    >
      {label}
    </ButtonLink>
  ),
})

const typed = ({ device, trollyId }: RepairContext, product_no: string, quantity: number): Promise<void> =>
  changeQuantity(device, trollyId, {
    product_no,
    asked: { quantity, by: 0, entry: 'typed' },
    present: true,
    pricePence: null,
    now: new Date(),
  }).catch(showFailure)
