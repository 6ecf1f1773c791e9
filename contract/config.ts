import { type Static, Type } from 'typebox'
import { MAINTENANCE_MODES } from '#domain/maintenance-window.ts'
import { endpoint, Strict } from './endpoint.ts'
import { Instant, nullable, oneOf, withDefault } from './values.ts'

export const PRODUCTION = 'production'

export const CompanyConfig = Strict({
  /** APP_ENV; production where absent. */
  app_env: withDefault(Type.String(), PRODUCTION),
  general: Strict({
    company_name: Type.String(),
    contact_phone: Type.String(),
    contact_email: Type.String(),
    theme: Strict({
      primary_colour: Type.String(),
      secondary_colour: Type.String(),
      company_primary_colour: Type.String(),
      company_secondary_colour: Type.String(),
      app_bar_colour: Type.String(),
      footer_colour: Type.String(),
      app_bar_use_company_primary_colour: Type.String(),
    }),
  }),
  /** Stripe's publishable key; null where cards are not accepted. */
  card_key: withDefault(nullable(Type.String()), null),
  /** What the company tells its customers on home; null where it has nothing to tell. */
  announcement: withDefault(nullable(Type.String()), null),
  /** When the server is closed, or changes nothing; null: nothing is planned. */
  maintenance: withDefault(
    nullable(
      Strict({
        mode: oneOf(MAINTENANCE_MODES),
        from: Instant,
        until: nullable(Instant),
        message: Type.String(),
      }),
    ),
    null,
  ),
  /** Whether the server passes on failures that devices report. */
  error_log: withDefault(Type.Boolean(), false),
})
export type CompanyConfig = Static<typeof CompanyConfig>

export const config = {
  get: endpoint('GET', 'config', {
    reply: CompanyConfig,
    access: 'anyone',
    summary: 'Name and theme of the company, and the environment that the server runs in.',
  }),
}
