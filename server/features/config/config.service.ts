import type { CompanyConfig } from '#contract/config.ts'
import { MAINTENANCE_MODES, type MaintenanceWindow } from '#domain/maintenance-window.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { findSetting } from './config.repository.ts'

/** #00447e is the specification's, section 9. Without other colours the app makes them from it. */
const DEFAULT_COMPANY: Pick<CompanyConfig, 'general'> = {
  general: {
    company_name: 'Trolly',
    contact_phone: '',
    contact_email: '',
    theme: {
      primary_colour: '#00447e',
      secondary_colour: '',
      company_primary_colour: '#00447e',
      company_secondary_colour: '',
      app_bar_colour: '',
      footer_colour: '',
      app_bar_use_company_primary_colour: '0',
    },
  },
}

/** Printed on documents with the contact details. Each may be empty. */
export type Letterhead = {
  /** Lines separated by line breaks. */
  address: string
  vat_no: string
  /** Printed on every invoice: how it can be paid. */
  payment_details: string
}

const NO_LETTERHEAD: Letterhead = { address: '', vat_no: '', payment_details: '' }

export type ConfigService = {
  /** The setting `company` over the defaults, field by field. */
  company: () => Promise<CompanyConfig>
  letterhead: () => Promise<Letterhead>
  /** The company's own on the Peppol network, `scheme:id`; empty: its VAT number serves. */
  peppolId: () => Promise<string>
}

export const configService = ({
  database,
  config,
}: {
  database: Database
  config: Pick<Config, 'env' | 'stripePublishableKey' | 'seqUrl'>
}): ConfigService => ({
  company: async () => {
    const [company, planned] = await Promise.all([
      findSetting(database, 'company'),
      findSetting(database, 'maintenance'),
    ])
    const stored = fieldsOf(company)
    const general = fieldsOf(stored.general)
    const defaults = DEFAULT_COMPANY.general
    return {
      app_env: config.env,
      general: {
        ...textsOver(defaults, general),
        theme: textsOver(defaults.theme, fieldsOf(general.theme)),
      },
      announcement: announcementOf(stored),
      maintenance: windowOf(planned) ?? null,
      card_key: config.stripePublishableKey ?? null,
      error_log: config.seqUrl !== undefined,
    }
  },

  letterhead: async () => {
    const stored = fieldsOf(await findSetting(database, 'company'))
    return textsOver(NO_LETTERHEAD, fieldsOf(stored.letterhead))
  },

  peppolId: async () => {
    const { peppol_id } = fieldsOf(await findSetting(database, 'company'))
    return typeof peppol_id === 'string' ? peppol_id : ''
  },
})

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** The setting `maintenance`. Anything else than a window is none. */
export const windowOf = (value: unknown): MaintenanceWindow | undefined => {
  const { mode, from, until, message } = fieldsOf(value)
  const known = MAINTENANCE_MODES.find((each) => each === mode)
  if (known === undefined || typeof from !== 'string') return undefined
  return {
    mode: known,
    from,
    until: typeof until === 'string' ? until : null,
    message: typeof message === 'string' ? message : '',
  }
}

/** An empty one is none. */
const announcementOf = ({ announcement }: Record<string, unknown>): string | null =>
  typeof announcement === 'string' && announcement.trim() !== '' ? announcement.trim() : null

function textsOver<Fields extends object>(defaults: Fields, stored: Record<string, unknown>): Fields {
  const texts = Object.entries(stored).filter(
    ([name, value]) => Object.hasOwn(defaults, name) && typeof value === 'string',
  )
  return { ...defaults, ...Object.fromEntries(texts) }
}
