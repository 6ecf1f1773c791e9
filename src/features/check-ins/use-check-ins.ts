import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { CHECK_INS } from '#domain/check-ins.ts'
import { type CheckInShown, checkInsShown } from '#domain/check-ins-shown.ts'
import { useApi, useUserDevice } from '#src/device/device-context.tsx'
import { checkInsRead } from '#src/device/stored-reads.ts'
import { useLive } from '#src/device/use-live.ts'
import { keptCheckInsQuery } from '#src/store/kept-check-ins.ts'
import { readShown } from '#src/store/lane-rows.ts'

/** An account's check-ins of the last weeks, waiting ones included; undefined until they are read from this device. */
export const useCheckIns = (customerId: string): CheckInShown[] | undefined => {
  const api = useApi()
  const { database } = useUserDevice()
  const client = useQueryClient()
  const read = checkInsRead({ api, database, customer: { customerId, priceListId: '' } })
  useQuery(read)
  const { value } = useLive({
    key: ['check-ins', customerId],
    read: (opened) => readShown(opened, checkInsShown(customerId)),
  })
  const waiting = value?.filter(({ isWaiting }) => isWaiting).length ?? 0
  const [queryName] = read.queryKey
  const wasWaiting = useRef(false)
  useEffect(() => {
    // What was just answered has a number and a credit now.
    if (waiting === 0 && wasWaiting.current)
      void client.invalidateQueries({ queryKey: [queryName, CHECK_INS] })
    wasWaiting.current = waiting > 0
  }, [waiting, client, queryName])
  return value
}

/** Those of every account that this device has read. Only the given account's are read from the server. */
export const useKeptCheckIns = (customerId: string): CheckInShown[] | undefined => {
  useCheckIns(customerId)
  return useLive(keptCheckInsQuery).value
}
