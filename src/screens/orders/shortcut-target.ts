import { useSearchParams } from 'react-router-dom'
import { usePreparedId } from '#src/device/use-prepared-id.ts'

/**
 * Where the installed app's shortcuts lead: `/orders?open=search` and `/orders?open=trolly` (manifest.webmanifest), whose
 * addresses cannot name a trolly. undefined: show the orders, because no trolly is open or no shortcut was used.
 */
export const useShortcutTarget = (currentId: string | undefined): string | undefined => {
  const asked = useSearchParams()[0].get('open')
  const preparedId = usePreparedId()
  if (asked === 'trolly' && currentId !== undefined) return `/orders/create-${currentId}`
  const searchedFor = currentId ?? preparedId
  return asked === 'search' && searchedFor !== undefined ? `/orders/create/search-${searchedFor}` : undefined
}
