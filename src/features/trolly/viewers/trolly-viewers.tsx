import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { viewersText } from '#domain/trollies/viewers.ts'
import { queryKeys } from '#src/api/query-keys.ts'
import { useApi } from '#src/device/device-context.tsx'
import { leaveTrolly, trollyViewersQuery } from './viewers-query.ts'

/** Who else has the trolly open. Without a connection nobody is shown, which keeps nobody from ordering. */
export function TrollyViewers({ id, prefix = '' }: { id: string; prefix?: string }) {
  const api = useApi()
  const client = useQueryClient()
  const { data } = useQuery(trollyViewersQuery(api, id))
  useEffect(() => {
    // The server forgets a device that cannot say it.
    const leave = () => void leaveTrolly(api, id).catch(() => {})
    const visibilityChanged = () => {
      if (document.visibilityState === 'hidden') leave()
      else void client.invalidateQueries({ queryKey: queryKeys.trollyViewers(id) })
    }
    document.addEventListener('visibilitychange', visibilityChanged)
    return () => {
      document.removeEventListener('visibilitychange', visibilityChanged)
      leave()
    }
  }, [api, client, id])
  const text = data ? viewersText(data) : ''
  return <span role="status">{text && `${prefix}${text}`}</span>
}
