import { Type } from 'typebox'
import { endpoint, Strict } from './endpoint.ts'
import { naming, Uuid } from './values.ts'

export const trollyViewers = {
  note: endpoint('PUT', 'basket/new/{id}/viewers', {
    params: Strict({ id: naming(Uuid, 'trolly_not_found') }),
    body: Strict({ leaves: Type.Optional(Type.Boolean()) }),
    reply: Strict({
      /** Colleagues, by the names that the account’s users see. */
      names: Type.Array(Type.String()),
      /** Somebody of the office, whose name only the office sees. */
      office: Type.Boolean(),
    }),
    access: 'user',
    summary: 'Say that one has a trolly open, or no longer; who else has.',
  }),
}
