import { v7 as uuidv7 } from 'uuid'
import type { joining, PostcodeAnswer } from '#contract/joining.ts'
import { routeOfPostcode } from '#domain/delivery-route.ts'
import { isPostcode, partsOf, tidyPostcode } from '#domain/postcode.ts'
import type { Database } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { ConfigService } from '#server/features/config/config.service.ts'
import { findDeliveryRoutes } from '#server/features/delivery-addresses/delivery-routes.repository.ts'
import type { Answers } from '#server/routing/answers.ts'
import { Refusal } from '#server/routing/refusal.ts'
import { insertAccountRequest, insertPostcodeRequest } from './joining.repository.ts'
import { accountRequestMails, postcodeRequestMails } from './joining-mail.ts'
import { writeJoiningMails } from './joining-mails.repository.ts'

export type JoiningParts = {
  database: Database
  company: ConfigService['company']
  now: () => Date
}

/** A filled trap answers as usual and keeps nothing (docs/decisions/0037). @throws Refusal `invalid_request` for no UK postcode */
export const joiningService = ({
  database,
  company,
  now,
}: JoiningParts): Pick<Answers<typeof joining>, 'requestAccount' | 'checkPostcode'> => ({
  requestAccount: async ({ body: { id = uuidv7(), website, ...typed } }) => {
    const fields = { ...typed, postcode: requirePostcode(typed.postcode) }
    if (isTrapped(website)) return RECEIVED
    const mails = accountRequestMails(fields, await partiesOf(company))
    await inTransaction(database, async (connection) => {
      const { companyNo = '', vatNo = '', message = '', ...rest } = fields
      const isNew = await insertAccountRequest(connection, {
        ...rest,
        id,
        kind: 'trade',
        companyNo: companyNo.toUpperCase(),
        vatNo: vatNo.toUpperCase().replaceAll(' ', ''),
        message,
        createdAt: now(),
      })
      if (isNew) await writeJoiningMails(connection, mails, now())
    })
    return RECEIVED
  },

  checkPostcode: async ({ body: { id = uuidv7(), website, contact, ...typed } }) => {
    const postcode = requirePostcode(typed.postcode)
    const delivery = await findDelivery(database, postcode)
    if (delivery !== null || contact === undefined) return { postcode, delivery, recorded: false }
    if (isTrapped(website)) return { postcode, delivery, recorded: true }
    const mails = postcodeRequestMails(contact, postcode, await partiesOf(company))
    await inTransaction(database, async (connection) => {
      const isNew = await insertPostcodeRequest(connection, {
        ...contact,
        id,
        postcode,
        district: partsOf(postcode)?.outward ?? '',
        createdAt: now(),
      })
      if (isNew) await writeJoiningMails(connection, mails, now())
    })
    return { postcode, delivery, recorded: true }
  },
})

const RECEIVED = { message: 'Request Received' }

export const isTrapped = (website: string | undefined): boolean => (website ?? '') !== ''

export const partiesOf = async (company: JoiningParts['company']) => {
  const { company_name, contact_email } = (await company()).general
  return { company: company_name, office: contact_email }
}

/** @returns the postcode, tidy */
export const requirePostcode = (typed: string): string => {
  const postcode = tidyPostcode(typed)
  if (isPostcode(postcode)) return postcode
  const message = 'must be a UK postcode, such as YO1 7HH'
  throw new Refusal('invalid_request', {
    message: `The postcode ${message}.`,
    errors: [{ path: 'body/postcode', message }],
  })
}

const findDelivery = async (database: Database, postcode: string): Promise<PostcodeAnswer['delivery']> => {
  const found = routeOfPostcode(postcode, await findDeliveryRoutes(database, [postcode]))
  return found === undefined
    ? null
    : {
        weekdays: found.deliveryWeekdays,
        cutOffTime: found.cutOffTime,
        minimumOrderPence: found.minimumOrderPence,
        deliveryChargePence: found.deliveryChargePence,
      }
}
