import { type Static, Type } from 'typebox'
import { endpoint, Strict } from './endpoint.ts'

/** Each text may be empty; blank lines part its paragraphs. */
export const Information = Strict({
  terms: Type.String(),
  /** The company's own words; the app has general ones where they are empty. */
  allergenNotice: Type.String(),
  contacts: Strict({
    company: Type.String(),
    phone: Type.String(),
    email: Type.String(),
    openingHours: Type.String(),
    address: Type.Array(Type.String()),
    vatNo: Type.String(),
  }),
  recalls: Type.Array(
    Strict({
      /** YYYY-MM-DD, or empty. */
      day: Type.String(),
      product: Type.String(),
      reason: Type.String(),
      /** What a kitchen does with it. */
      advice: Type.String(),
    }),
  ),
  /** From the delivery postcodes, by area: `YO` with its districts and towns. */
  deliveryAreas: Type.Array(
    Strict({
      area: Type.String(),
      towns: Type.Array(Type.String()),
      districts: Type.Array(Type.String()),
    }),
  ),
})
export type Information = Static<typeof Information>

export const information = {
  get: endpoint('GET', 'information', {
    reply: Information,
    access: 'anyone',
    summary: 'Terms, delivery areas, contacts, product recalls and the notice about allergens.',
  }),
}
