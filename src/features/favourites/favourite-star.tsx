import { IconStar, IconStarFilled } from '@tabler/icons-react'
import type { FavouriteOperation } from '#domain/favourites.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { FAVOURITES_LANE } from '#src/store/favourites.ts'
import { IconButton } from '#src/ui/action/icon-button.tsx'
import { useFavouritesRead, useIsFavourite } from './use-favourites.ts'

export type FavouriteStarProps = {
  product_no: string
  trolly: { id: string; customerId: string; priceListId: string }
}

/** Adds a product to the user's favourites or takes it out, with or without a connection. */
export function FavouriteStar({ product_no, trolly }: FavouriteStarProps) {
  const { queue } = useUserDevice()
  useFavouritesRead(trolly)
  const isFavourite = useIsFavourite(product_no)
  const change = () => {
    const operation: FavouriteOperation = {
      kind: isFavourite ? 'unstar' : 'star',
      product_no,
      trollyId: trolly.id,
      at: new Date().toISOString(),
    }
    queue.append(FAVOURITES_LANE, operation).catch(showFailure)
  }
  return (
    <IconButton
      label="Favourite"
      aria-pressed={isFavourite}
      icon={
        isFavourite ? (
          <IconStarFilled size={22} color="var(--amber)" aria-hidden="true" />
        ) : (
          <IconStar size={22} stroke={1.75} aria-hidden="true" />
        )
      }
      onClick={change}
    />
  )
}
