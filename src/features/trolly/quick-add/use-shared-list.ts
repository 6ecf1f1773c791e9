import { useEffect } from 'react'
import { SHARED_FILE, SHARED_LIST_CACHE, SHARED_LIST_KEY, SHARED_TEXTS } from '#domain/shared-list.ts'
import { useStore } from '#src/ui/store.ts'
import { sharedList } from './shared-list.ts'

/** Takes the list that another app shared (sw/shared-list.ts) or a file that was opened with this one. @returns whether there is one */
export const useSharedList = (asked: boolean): boolean => {
  useEffect(() => {
    if (!asked) return
    // It is called only if the page was opened with a file.
    launchQueue()?.setConsumer(({ files: [opened] }) => {
      opened?.getFile().then(sharedList.set, () => {})
    })
    takeShared().then(
      (shared) => shared && sharedList.set(shared),
      // A browser that blocks site data keeps none.
      () => {},
    )
  }, [asked])
  return useStore(sharedList) !== undefined && asked
}

const takeShared = async (): Promise<File | undefined> => {
  const cache = await caches.open(SHARED_LIST_CACHE)
  const kept = await cache.match(SHARED_LIST_KEY)
  if (!kept) return undefined
  await cache.delete(SHARED_LIST_KEY)
  const form = await kept.formData()
  const file = form.get(SHARED_FILE)
  if (file instanceof File && file.size > 0) return file
  const text = SHARED_TEXTS.map((name) => form.get(name)).find(
    (value) => typeof value === 'string' && value.trim(),
  )
  return typeof text === 'string' ? new File([text], 'Shared text') : undefined
}

/** Chromium on computers only, so not in TypeScript's library. */
type LaunchQueue = {
  setConsumer: (consumer: (launch: { files: readonly { getFile: () => Promise<File> }[] }) => void) => void
}

const launchQueue = () => (window as { launchQueue?: LaunchQueue }).launchQueue
