import { useEffect, useRef } from 'react'

/** Why what was typed is handed on: its field goes away, the page is hidden (an app switched away), or somebody waits for it. */
export type Leaving = 'gone' | 'hidden' | 'asked'

/** Text typed but not left yet is handed on when its field goes away, when the page is hidden, and by `handOnTyped`. */
export function useCommitWhenLeaving(commit: (why: Leaving) => unknown) {
  const latest = useRef(commit)
  useEffect(() => {
    latest.current = commit
  })
  useEffect(() => {
    const asked: Commit = () => latest.current('asked')
    const leave = () => {
      if (document.visibilityState === 'hidden') latest.current('hidden')
    }
    atHand.add(asked)
    document.addEventListener('visibilitychange', leave)
    return () => {
      atHand.delete(asked)
      document.removeEventListener('visibilitychange', leave)
      latest.current('gone')
    }
  }, [])
}

/**
 * Commits the text in every field of this page, before an action that must not miss it. A press of a button does
 * not take the focus out of a field in every browser, so leaving it cannot be relied on.
 * @throws what refused to take it
 */
export const handOnTyped = async (): Promise<void> => {
  await Promise.all([...atHand].map((commit) => commit()))
}

type Commit = () => unknown

const atHand = new Set<Commit>()
