import type { postcodes } from '#contract/postcodes.ts'
import { sortOf } from '#contract/values.ts'
import { routeOfPostcode } from '#domain/delivery-route.ts'
import type { Database } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { ConfigService } from '#server/features/config/config.service.ts'
import { findDeliveryRoutes } from '#server/features/delivery-addresses/delivery-routes.repository.ts'
import type { Answers } from '#server/routing/answers.ts'
import { partiesOf } from './joining.service.ts'
import { postcodeServedMail } from './joining-mail.ts'
import { writeJoiningMails } from './joining-mails.repository.ts'
import { findPlaceRequests, lockWaiting, searchPlaces, setTold } from './postcodes.repository.ts'

type Parts = { database: Database; company: ConfigService['company']; now: () => Date }

/** Where people asked us to deliver, beside where we do; and the mail that they were promised for the day we begin. */
export const postcodesService = ({ database, company, now }: Parts): Answers<typeof postcodes> => ({
  search: async ({ body: { queryString = '', show, sort_by, page = 1, pageLength = 24 } }) => {
    const { data, total } = await searchPlaces(database, {
      text: queryString,
      show,
      sort: sort_by && sortOf(sort_by),
      limit: pageLength,
      offset: (page - 1) * pageLength,
    })
    return {
      data: data.map(({ latestAt, ...place }) => ({
        ...place,
        latestAt: latestAt === null ? null : new Date(latestAt).toISOString(),
      })),
      total,
      page,
      pageLength,
    }
  },

  requests: async ({ params: { prefix } }) => {
    const rows = await findPlaceRequests(database, prefix)
    const routes = await findDeliveryRoutes(
      database,
      rows.map(({ postcode }) => postcode),
    )
    return {
      data: rows.map(({ district: _, createdAt, toldAt, ...row }) => ({
        ...row,
        createdAt: createdAt.toISOString(),
        toldAt: toldAt?.toISOString() ?? null,
        served: routeOfPostcode(row.postcode, routes) !== undefined,
      })),
    }
  },

  tell: async ({ params: { prefix } }) => {
    const parties = await partiesOf(company)
    return await inTransaction(database, async (connection) => {
      const waiting = await lockWaiting(connection, prefix)
      const routes = await findDeliveryRoutes(
        connection,
        waiting.map(({ postcode }) => postcode),
      )
      const served = waiting.filter(({ postcode }) => routeOfPostcode(postcode, routes) !== undefined)
      await writeJoiningMails(
        connection,
        served.map(({ email, postcode }) => postcodeServedMail(email, postcode, parties)),
        now(),
      )
      await setTold(
        connection,
        served.map(({ id }) => id),
        now(),
      )
      return { told: served.length, waiting: waiting.length - served.length }
    })
  },
})
