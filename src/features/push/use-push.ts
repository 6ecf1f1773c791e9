import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReplyOf } from '#contract/endpoint.ts'
import { type PushDevice, push } from '#contract/push.ts'
import type { PushKind } from '#domain/push.ts'
import { replyKey } from '#src/api/query-keys.ts'
import { useAction, useApi } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { type PushBrowser, PushFailure, type PushFailureReason } from './push-browser.ts'

type Settings = ReplyOf<typeof push.settings>

const KEY = replyKey(push.settings)

/** The person's notifications, and those of this browser. Every change needs the server. */
export const usePush = (browser: PushBrowser) => {
  const api = useApi()
  const run = useAction()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<PushFailureReason>()
  const query = useQuery({ queryKey: KEY, queryFn: ({ signal }) => api.call(push.settings, { signal }) })
  const { data } = query
  const permission = browser.permission()
  const here = data?.devices.find(({ current }) => current)

  const change = async (act: () => Promise<Settings>): Promise<void> => {
    // A switch is not disabled meanwhile, as it would lose the focus.
    if (busy) return
    setBusy(true)
    setFailure(undefined)
    try {
      client.setQueryData(KEY, await act())
    } catch (error) {
      if (error instanceof PushFailure) setFailure(error.reason)
      else showFailure(error)
    }
    setBusy(false)
  }

  return {
    ...query,
    busy,
    permission,
    /** Why this browser could not be subscribed at the last press. */
    failure: failure ?? (permission === 'blocked' ? 'blocked' : undefined),
    here: permission === 'allowed' ? here : undefined,
    turnOn: ({ publicKey }: Settings) =>
      change(async () => {
        const body = await browser.subscribe(publicKey)
        return await run(() => api.call(push.subscribe, { body }))
      }),
    turnOff: ({ id }: PushDevice) => change(() => run(() => api.call(push.unsubscribe, { params: { id } }))),
    choose: (kind: PushKind, wanted: boolean) =>
      change(() => run(() => api.call(push.choose, { body: { kind, wanted } }))),
  }
}

export const FAILURE_WORDS: Record<PushFailureReason, string> = {
  blocked:
    'Notifications from Trolly are blocked in this browser. Allow them in the browser’s settings for this site, or in your phone’s settings for the installed app, then come back here.',
  dismissed: 'Your browser did not get an answer. Turn notifications on again and choose Allow.',
  unreachable:
    'This browser could not reach its notification service. Try again later, or use another browser.',
}
