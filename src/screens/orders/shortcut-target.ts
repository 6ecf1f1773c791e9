import { useSearchParams } from 'react-router-dom'
import { usePreparedId } from '#src/features/trolly/use-prepared-id.ts'

/** For the shortcuts `/orders?open=search` and `?open=trolly` (manifest.webmanifest). undefined: show the orders. */
export const useShortcutTarget = (currentId: string | undefined): string | undefined => {
  const asked = useSearchParams()[0].get('open')
  const preparedId = usePreparedId()
  if (asked === 'trolly' && currentId !== undefined) return `/orders/create-${currentId}`
  const searchedFor = currentId ?? preparedId
  return asked === 'search' && searchedFor !== undefined ? `/orders/create/search-${searchedFor}` : undefined
}
