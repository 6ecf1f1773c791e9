import { useEffect, useEffectEvent } from 'react'

/** 'gone': the field unmounts; 'hidden': the page is hidden; 'asked': `handOnTyped` was called. */
export type Leaving = 'gone' | 'hidden' | 'asked'

/** Commits typed text when its field unmounts, when the page is hidden, and on `handOnTyped`. */
export function useCommitWhenLeaving(commit: (why: Leaving) => unknown) {
  const leave = useEffectEvent(commit)
  useEffect(() => {
    const asked: Commit = () => leave('asked')
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') leave('hidden')
    }
    atHand.add(asked)
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      atHand.delete(asked)
      document.removeEventListener('visibilitychange', onVisibility)
      leave('gone')
    }
  }, [])
}

/** Needed because some browsers keep the focus when a button is pressed. @throws the reason a field refused its text */
export const handOnTyped = async (): Promise<void> => {
  await Promise.all([...atHand].map((commit) => commit()))
}

type Commit = () => unknown

const atHand = new Set<Commit>()
