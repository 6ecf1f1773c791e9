import { useEffect, useRef } from 'react'

/** 'gone': the field unmounts; 'hidden': the page is hidden; 'asked': `handOnTyped` was called. */
export type Leaving = 'gone' | 'hidden' | 'asked'

/** Commits typed text when its field unmounts, when the page is hidden, and on `handOnTyped`. */
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

/** Needed because some browsers keep the focus when a button is pressed. @throws the reason a field refused its text */
export const handOnTyped = async (): Promise<void> => {
  await Promise.all([...atHand].map((commit) => commit()))
}

type Commit = () => unknown

const atHand = new Set<Commit>()
