import { statistics } from '#contract/statistics.ts'
import type { Api } from '#server/routing/api.ts'
import type { StatisticsService } from './statistics.service.ts'

export const statisticsRoutes = ({ route }: Api, service: StatisticsService): void => {
  route(statistics.recordSearches, async ({ body, user }) => ({
    recorded: await service.recordSearches(user, body.searches),
  }))
  route(statistics.searchAnalysis, ({ body, user }) => service.searchAnalysis(user, body))
}
