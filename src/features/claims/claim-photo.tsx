import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { claims } from '#contract/claims.ts'
import { replyKey } from '#src/api/query-keys.ts'
import { useApi } from '#src/device/device-context.tsx'
import styles from './claim-photo.module.css'

/** Read with the token, which the address of an image cannot carry. */
export function ClaimPhoto({ id, name }: { id: string; name: string }) {
  const api = useApi()
  const { data, error } = useQuery({
    queryKey: replyKey(claims.photo, { id }),
    queryFn: ({ signal }) => api.call(claims.photo, { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!data) return
    const made = URL.createObjectURL(data)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [data])
  if (error) return <Text size="xs">This photo could not be loaded</Text>
  return url === undefined ? (
    <span className={styles.photo} />
  ) : (
    <a href={url} target="_blank" rel="noreferrer" aria-label={`Open the photo of ${name}`}>
      <img className={styles.photo} src={url} alt={name} />
    </a>
  )
}
