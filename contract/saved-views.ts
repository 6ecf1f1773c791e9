import { type Static, Type } from 'typebox'
import { endpoint, Strict } from './endpoint.ts'
import { asStored, Line, naming, Uuid } from './values.ts'

/** Filters and order of a list that staff named, to choose them again on each of their desks. */

export const VIEW_NAME_MAX = 40

export const SavedViewFields = Strict({
  /** The path of its screen, with `?list=` on a page of several lists. */
  screen: Type.String({ maxLength: 200, pattern: '^(?:/[a-z-]+)+(?:[?]list=[a-z-]+)?$' }),
  /** Once for each screen of a person. */
  name: Line(VIEW_NAME_MAX),
  /** The query string of the screen's address without the page number. It is blank for the list as it opens. */
  query: Type.String({ maxLength: 2_000, pattern: '^[!-~]*$' }),
})
export type SavedViewFields = Static<typeof SavedViewFields>

export const SavedView = Strict({ id: Uuid, ...asStored(SavedViewFields.properties) })
export type SavedView = Static<typeof SavedView>

const params = Strict({ id: naming(Uuid, 'record_not_found') })

export const savedViews = {
  list: endpoint('GET', 'saved-view', {
    reply: Strict({ data: Type.Array(SavedView) }),
    access: 'staff',
    summary: 'The caller’s saved views of all lists, by name.',
  }),
  // An id that the device makes keeps a repeat from saving it twice.
  save: endpoint('PUT', 'saved-view/{id}', {
    params,
    body: SavedViewFields,
    reply: SavedView,
    access: 'staff',
    summary: 'Save a view of a list, or give one another name or other filters.',
  }),
  remove: endpoint('DELETE', 'saved-view/{id}', {
    params,
    reply: Strict({ id: Uuid }),
    access: 'staff',
    summary: 'Remove a saved view.',
  }),
}
