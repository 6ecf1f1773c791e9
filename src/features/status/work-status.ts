import { asOfText } from '#domain/as-of.ts'
import { countText } from '#domain/plain-text.ts'
import type { StorageState } from '#src/store/storage-health.ts'
import type { StatusLineProps } from '#src/ui/status/status-line.tsx'
import type { Work } from './read-work.ts'

export type WorkStatus = Pick<StatusLineProps, 'state' | 'words' | 'shortWords'>

/** The most serious state wins. */
export const workStatus = (facts: {
  work: Pick<Work, 'lanes' | 'contact' | 'pricesAt' | 'downloadShare'>
  storage: Pick<StorageState, 'database' | 'notSaved' | 'stranded'>
  readsFailed: boolean
  /** Waiting orders whose cut-off has passed. */
  lateOrders: number
  /** The server serves this build no more. */
  isOutdated: boolean
  now: Date
}): WorkStatus => {
  const { work, storage, readsFailed, lateOrders, isOutdated, now } = facts
  if (storage.notSaved !== null) return { state: 'attention', words: 'NOT saved' }
  if (storage.database === 'unavailable')
    return { state: 'attention', words: 'Nothing can be saved', shortWords: 'Not saved' }

  const { questions, waiting, unanswered } = countWork(work)
  if (questions > 0) return { state: 'attention', words: `${countText(questions, 'action')} needed` }
  if (lateOrders > 0)
    return {
      state: 'attention',
      words: lateOrders === 1 ? 'Order not placed' : `${lateOrders} orders not placed`,
      shortWords: 'Not placed',
    }
  const reached = work.contact?.reached
  if (waiting > 0 && storage.database === 'memory')
    return { state: 'waiting', words: `${waiting} not sent yet` }
  if (waiting > 0) {
    // Work in flight counts as sending; after a failed attempt it is only on this device.
    return reached === true && unanswered === 0 && !isOutdated
      ? { state: 'sending', words: `Sending ${waiting}` }
      : { state: 'waiting', words: `${waiting} saved on this device`, shortWords: `${waiting} saved` }
  }
  if (storage.stranded)
    return {
      state: 'waiting',
      words: `${countText(storage.stranded, 'earlier change')} not sent yet`,
      shortWords: `${storage.stranded} not sent`,
    }
  if (reached === false) {
    const age = work.pricesAt === null ? '' : ` · prices as of ${asOfText(new Date(work.pricesAt), now)}`
    return { state: 'offline', words: `Offline${age}`, shortWords: 'Offline' }
  }
  if (readsFailed) return { state: 'offline', words: 'Not up to date' }
  if (work.downloadShare !== null) {
    // Never 100% before the last page.
    const share = `${Math.min(99, Math.floor(work.downloadShare * 100))}%`
    return { state: 'sending', words: `Downloading products, ${share}`, shortWords: share }
  }
  return { state: 'sent', words: 'All sent' }
}

/** `questions`: a trolly on hold counts as one. `unanswered`: the part of `waiting` already tried. */
export const countWork = ({
  lanes,
}: Pick<Work, 'lanes'>): { questions: number; waiting: number; unanswered: number } => {
  let [questions, waiting, unanswered] = [0, 0, 0]
  for (const { queue, held, decisions } of lanes) {
    questions += held ? 1 : decisions.length
    for (const { state, attempts } of queue) {
      if (state !== 'pending' && state !== 'sending') continue
      waiting += 1
      if (state === 'pending' && attempts > 0) unanswered += 1
    }
  }
  return { questions, waiting, unanswered }
}

export const NOT_SAVED = {
  full: 'NOT saved: this device is out of space, so your last change was lost. Free up some space and make it again.',
  failed:
    'NOT saved: this device’s storage failed, so your last change was lost. Reload the page and make it again.',
}
