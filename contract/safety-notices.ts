import { Type } from 'typebox'
import { NOTICES_MOST, SAFETY_CHANGES } from '#domain/safety-notices.ts'
import { endpoint, Strict } from './endpoint.ts'
import { CustomerId, naming, oneOf, Uuid, Version } from './values.ts'

const Noted = Strict({
  kind: oneOf(SAFETY_CHANGES),
  notices: Type.Array(Strict({ id: Uuid, edition: Version }), { maxItems: NOTICES_MOST }),
})

export const safetyNotices = {
  note: endpoint('POST', 'customer/{id}/safety-notices', {
    params: Strict({ id: naming(CustomerId, 'customer_not_found') }),
    body: Noted,
    reply: Noted,
    access: 'user',
    repeat: 'keyed',
    batch: 'member',
    summary:
      'Notices were on a screen (`read`), or somebody who may order confirms having read them (`acknowledge`). The first of each kind stays; nothing is recorded for staff, nor for an earlier edition.',
  }),
}
