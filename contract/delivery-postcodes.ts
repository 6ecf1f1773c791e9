import { type Static, Type } from 'typebox'
import { endpoint, Strict } from './endpoint.ts'
import { type Kept, maintainedCalls } from './maintained.ts'
import { PostcodeTrial } from './trials.ts'
import { Line, nullable, OptionalLine, Pence, Uuid, Weekdays } from './values.ts'

/** Europe/London. */
const TimeOfDay = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', maxLength: 5 })

export const DeliveryPostcodeFields = Strict({
  prefix: Line(8),
  area: OptionalLine(60),
  town: OptionalLine(60),
  region: OptionalLine(60),
  depot: OptionalLine(40),
  route: OptionalLine(40),
  deliveryWeekdays: Weekdays,
  cutOffTime: TimeOfDay,
  minimumOrderPence: Pence,
  deliveryChargePence: Pence,
  served: Type.Boolean(),
  latitude: nullable(Type.String({ maxLength: 12, pattern: '^-?[0-9]{1,2}(\\.[0-9]+)?$' })),
  longitude: nullable(Type.String({ maxLength: 12, pattern: '^-?[0-9]{1,3}(\\.[0-9]+)?$' })),
})
export type DeliveryPostcodeFields = Static<typeof DeliveryPostcodeFields>
export type DeliveryPostcode = Kept<DeliveryPostcodeFields>

const ROUTE = '/maintenance/delivery-postcodes'

export const deliveryPostcodes = {
  ...maintainedCalls({
    noun: 'delivery-postcode',
    route: ROUTE,
    fields: DeliveryPostcodeFields,
    filters: { served: Type.Boolean(), depot: Line(40), route: Line(40) },
    sorts: ['prefix', 'town', 'depot', 'route', 'updated_at'],
    words: ['a delivery postcode', 'delivery postcodes'],
  }),
  trial: endpoint('POST', 'delivery-postcode/trial', {
    // The id of one that is being changed, whose place it takes.
    body: Strict({ id: Type.Optional(Uuid), ...DeliveryPostcodeFields.properties }),
    reply: PostcodeTrial,
    access: 'staff',
    route: ROUTE,
    summary:
      'What a delivery postcode would have done to the orders of the last four weeks that it decides. Nothing is saved.',
  }),
}
