import { useSearchParams } from 'react-router-dom'
import { useDraftId } from '#src/features/trolly/use-draft.ts'

/** For the shortcuts `/orders?open=search` and `?open=trolly` (manifest.webmanifest). undefined: show the orders. */
export const useShortcutTarget = (currentId: string | undefined): string | undefined => {
  const asked = useSearchParams()[0].get('open')
  const draftId = useDraftId()
  if (asked === 'trolly' && currentId !== undefined) return `/orders/create-${currentId}`
  const searchedFor = currentId ?? draftId
  return asked === 'search' && searchedFor !== undefined ? `/orders/create/search-${searchedFor}` : undefined
}
