import { describe, expect, it } from 'vitest'
import { auth } from '#contract/auth.ts'
import { routesAvailable } from '#domain/routes.ts'
import { aUser, PASSWORD } from '#tests/support/builders.ts'
import { startTestApp } from '#tests/support/server.ts'

const { database, call } = await startTestApp()

describe('signing in', () => {
  it('answers the user, with the routes of the account type, and a token that opens calls', async () => {
    const { email, id } = await aUser(database, { accountType: 'C1' })
    const { body } = await call(auth.signIn, { body: { email: email.toUpperCase(), password: PASSWORD } })
    expect(body.user).toMatchObject({ id, email, acl_routes_available: routesAvailable('C1', null) })
  })
})
