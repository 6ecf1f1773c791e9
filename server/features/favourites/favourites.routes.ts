import { favourites } from '#contract/favourites.ts'
import type { Api } from '#server/routing/api.ts'
import type { FavouritesService } from './favourites.service.ts'

export const favouritesRoutes = ({ route, mutation }: Api, service: FavouritesService): void => {
  mutation(favourites.add, { handle: service.add })
  mutation(favourites.remove, { handle: service.remove })
  route(favourites.search, ({ body, user }) => service.search(user, body))
}
