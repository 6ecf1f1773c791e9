import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { BodyOf } from '#contract/endpoint.ts'
import type { CashRegistrationFields, joining } from '#contract/joining.ts'
import { type DeliveryRoute, routeOfPostcode } from '#domain/delivery-route.ts'
import type { Database } from '#server/db/database.ts'
import { type Connection, inTransaction } from '#server/db/transaction.ts'
import type { UserRow } from '#server/features/auth/auth.repository.ts'
import { hashOfDevice } from '#server/features/auth/device-cookie.ts'
import { noteDevice } from '#server/features/auth/locks.repository.ts'
import type { PasswordRules } from '#server/features/auth/password-rules.ts'
import type { Security } from '#server/features/auth/security.ts'
import { openSession, type SignedIn, userOf } from '#server/features/auth/sessions.ts'
import type { ConfigService } from '#server/features/config/config.service.ts'
import { newOnlineAccountNo } from '#server/features/customers/online-accounts.ts'
import { findDeliveryRoutes } from '#server/features/delivery-addresses/delivery-routes.repository.ts'
import type { Passwords } from '#server/passwords.ts'
import { Refusal } from '#server/routing/refusal.ts'
import { type CashTerms, requireCashTerms } from './cash-terms.ts'
import {
  insertAccountRequest,
  insertCustomer,
  insertFirstAddress,
  insertUser,
  linkUser,
} from './joining.repository.ts'
import { isTrapped, partiesOf, requirePostcode } from './joining.service.ts'
import { addressInUseMail, cashAccountMails } from './joining-mail.ts'
import { writeJoiningMails } from './joining-mails.repository.ts'

export type RegistrationService = {
  /**
   * An address that somebody has is refused in the same time as another is accepted, and its owner is told by mail
   * (docs/decisions/0037).
   * @throws Refusal `invalid_request` for no UK postcode, `not_served`, `password_refused`, `cash_accounts_closed`,
   * `registration_refused`
   */
  register: (body: BodyOf<typeof joining.registerCash>, from: From) => Promise<SignedIn>
}

type From = { device: string; userAgent: string }

export type RegistrationParts = {
  database: Database
  company: ConfigService['company']
  rules: Pick<PasswordRules, 'require'>
  passwords: Pick<Passwords, 'hash'>
  security: Pick<Security, 'accountHash'>
  now: () => Date
}

export const registrationService = ({
  database,
  company,
  rules,
  passwords,
  security,
  now,
}: RegistrationParts): RegistrationService => ({
  register: async ({ website, password, password_confirmation, ...typed }, { device, userAgent }) => {
    const fields = { ...typed, email: typed.email.toLowerCase(), postcode: requirePostcode(typed.postcode) }
    const route = await requireRoute(database, fields.postcode)
    await rules.require({ password, password_confirmation }, fields)
    const terms = await requireCashTerms(database)
    const [passwordHash, parties] = await Promise.all([passwords.hash(password), partiesOf(company)])
    if (isTrapped(website)) return nobody({ ...fields, passwordHash })
    const signedIn = await inTransaction(database, async (connection) => {
      const user = await insertUser(connection, newUser({ ...fields, passwordHash }))
      if (user === undefined) {
        await writeJoiningMails(connection, [addressInUseMail(fields.email, parties)], now())
        return undefined
      }
      const customerId = await insertCashCustomer(connection, { fields, route, terms })
      await linkUser(connection, { userId: user.id, customerId })
      await insertFirstAddress(connection, firstAddress(fields, customerId, now()))
      await insertAccountRequest(connection, noteForOffice(fields, { customerId, user, now: now() }))
      await writeJoiningMails(connection, cashAccountMails(fields, customerId, parties), now())
      // As after a sign-in: wrong passwords elsewhere must not lock this device out.
      await noteDevice(connection, await security.accountHash(fields.email), hashOfDevice(device))
      return openSession(connection, user, userAgent)
    })
    if (signedIn === undefined) throw new Refusal('registration_refused')
    return signedIn
  },
})

type Fields = Omit<CashRegistrationFields, 'password' | 'password_confirmation'>

const requireRoute = async (database: Database, postcode: string): Promise<DeliveryRoute> => {
  const route = routeOfPostcode(postcode, await findDeliveryRoutes(database, [postcode]))
  if (route !== undefined) return route
  throw new Refusal('not_served', {
    errors: [{ path: 'body/postcode', message: 'is outside our delivery area' }],
  })
}

const newUser = ({ username, email, passwordHash }: Fields & { passwordHash: string }) => ({
  id: uuidv7(),
  username,
  email,
  passwordHash,
  accountType: 'C1' as const,
  canPlaceOrders: true,
})

const NUMBERS_TRIED = 5

type NewCustomer = { fields: Fields; route: DeliveryRoute; terms: CashTerms }

/** @returns its number */
const insertCashCustomer = async (
  connection: Connection,
  { fields, route, terms }: NewCustomer,
): Promise<string> => {
  for (let tried = 0; tried < NUMBERS_TRIED; tried += 1) {
    const id = newOnlineAccountNo()
    const isInserted = await insertCustomer(connection, {
      id,
      name: nameOf(fields),
      accountKind: 'cash',
      addressLines: fields.addressLines,
      town: fields.town,
      postcode: fields.postcode,
      contactEmail: fields.email,
      contactPhone: fields.contactPhone,
      ...terms,
      minimumOrderPence: route.minimumOrderPence,
      route: route.route,
      deliveryWeekdays: route.deliveryWeekdays,
      cutOffTime: route.cutOffTime,
    })
    if (isInserted) return id
  }
  throw new Error('No number was free for a new account.')
}

const nameOf = ({ businessName, username }: Fields): string => businessName?.trim() || username

const firstAddress = (fields: Fields, customerId: string, updatedAt: Date) => ({
  id: uuidv7(),
  customerId,
  name: fields.businessName?.trim() || 'Home',
  contactName: fields.username,
  contactPhone: fields.contactPhone,
  addressLines: fields.addressLines,
  town: fields.town,
  postcode: fields.postcode,
  isDefault: true,
  updatedAt,
})

const noteForOffice = (
  fields: Fields,
  { customerId, user, now }: { customerId: string; user: UserRow; now: Date },
) => ({
  id: uuidv7(),
  kind: 'cash' as const,
  businessName: nameOf(fields),
  contactName: fields.username,
  email: fields.email,
  contactPhone: fields.contactPhone,
  addressLines: fields.addressLines,
  town: fields.town,
  postcode: fields.postcode,
  customerId,
  userId: user.id,
  createdAt: now,
})

/** A user who is nowhere, with a token that opens nothing. */
const nobody = (fields: Fields & { passwordHash: string }): SignedIn => ({
  user: userOf({
    ...newUser(fields),
    aclRoutes: null,
    cookiesAccept: false,
    contactEmail: false,
    contactSms: false,
    contactTel: false,
    contactPost: false,
    defaultCustomerId: null,
    mustChangePassword: false,
    deactivatedAt: null,
    erasedAt: null,
    createdAt: new Date(0),
  }),
  token: randomBytes(32).toString('base64url'),
})
