import { config } from '#contract/config.ts'
import type { Api } from '#server/routing/api.ts'
import type { ConfigService } from './config.service.ts'

export const configRoutes = ({ route }: Api, service: ConfigService): void => {
  route(config.get, () => service.company())
}
