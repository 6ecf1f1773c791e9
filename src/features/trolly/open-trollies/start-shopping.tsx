import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useUserDevice } from '#src/device/device-context.tsx'
import { useMayOrder } from '#src/device/use-may-order.ts'
import { startDraft } from '#src/features/trolly/change-quantity.ts'
import { changeChoice, type OrderingFor } from '#src/store/choice.ts'
import { keepDraft } from '#src/sync/trollies/drafts.ts'
import { Button, ButtonLink, type ButtonProps } from '#src/ui/action/button.tsx'
import { Hidden } from '#src/ui/status/hidden.tsx'
import { useTrollyToFill } from './use-trolly-to-fill.ts'

export function StartShopping({
  orderingFor,
  variant = 'filled',
}: Pick<NewTrollyProps, 'orderingFor' | 'variant'>) {
  const device = useUserDevice()
  const { mayOrder, openId, draftId } = useTrollyToFill(orderingFor)
  const trollyId = openId ?? (mayOrder ? undefined : draftId)
  if (trollyId === undefined)
    return <NewTrolly orderingFor={orderingFor} variant={variant} label="Start shopping" leadsTo="search" />
  return (
    <ButtonLink
      variant={variant}
      to={PLACES.search(trollyId)}
      icon={<IconSearch size={20} stroke={1.75} aria-hidden="true" />}
      onClick={() => {
        if (mayOrder) void device.keep(() => changeChoice(device.database, { trollyId }))
      }}
    >
      {mayOrder ? 'Add products' : 'Browse products'}
    </ButtonLink>
  )
}

/** Opens the search of the trolly to fill, or begins one. @param query such as `?advert=summer-bbq` */
export const useOpenSearch = (orderingFor: OrderingFor): ((query: string) => void) => {
  const device = useUserDevice()
  const navigate = useNavigate()
  const { mayOrder, openId } = useTrollyToFill(orderingFor)
  const begin = mayOrder ? startDraft : keepDraft
  return (query) =>
    void device.keep(async () => {
      if (openId !== undefined && mayOrder) await changeChoice(device.database, { trollyId: openId })
      const trollyId = openId ?? (await begin(device.database, orderingFor))
      navigate(`${PLACES.search(trollyId)}${query}`)
    })
}

export type NewTrollyProps = {
  orderingFor: OrderingFor
  variant?: ButtonProps['variant']
  label?: string | undefined
  leadsTo?: keyof typeof PLACES
}

export function NewTrolly({
  orderingFor,
  variant = 'default',
  label = 'New trolly',
  leadsTo = 'trolly',
}: NewTrollyProps) {
  const device = useUserDevice()
  const navigate = useNavigate()
  const [starting, setStarting] = useState(false)
  const mayOrder = useMayOrder()
  const whyNotId = useId()

  const start = async () => {
    setStarting(true)
    await device.keep(async () => {
      const id = await startDraft(device.database, orderingFor)
      navigate(PLACES[leadsTo](id))
    })
    setStarting(false)
  }
  return (
    <>
      <Button
        variant={variant}
        icon={<IconPlus size={20} stroke={1.75} aria-hidden="true" />}
        loading={starting}
        disabled={!mayOrder}
        aria-describedby={mayOrder ? undefined : whyNotId}
        onClick={start}
      >
        {label}
      </Button>
      {mayOrder ? null : (
        <Hidden id={whyNotId}>You can browse but not order. Ask the office for access.</Hidden>
      )}
    </>
  )
}

const PLACES = {
  trolly: (id: string) => `/orders/create-${id}`,
  search: (id: string) => `/orders/create/search-${id}`,
}
