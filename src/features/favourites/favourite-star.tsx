import { StarButton } from '#src/ui/list/star-button.tsx'
import { useFavouriteMarks } from './use-favourites.ts'

export type FavouriteStarProps = {
  product: { product_no: string; name: string }
  trolly: Parameters<typeof useFavouriteMarks>[0]
}

export function FavouriteStar({ product: { product_no, name }, trolly }: FavouriteStarProps) {
  const { favourites, onFavourite } = useFavouriteMarks(trolly)
  const isFavourite = favourites.has(product_no)
  return (
    <StarButton name={name} pressed={isFavourite} onPress={() => onFavourite(product_no, !isFavourite)} />
  )
}
