import { IconAlertCircle } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { Repair } from '#domain/checks/check.ts'
import { Button } from '#src/ui/action/button.tsx'
import { announce } from '#src/ui/status/announcer.tsx'
import type { Problem } from './check-trolly.ts'
import styles from './problem-list.module.css'
import { type RepairContext, repairAction } from './repair-actions.tsx'

export type ProblemListProps = {
  problems: readonly Problem[]
  context: RepairContext
  /** Of the first one's words, for what cannot be pressed because of it. */
  id?: string | undefined
}

/** What stands between this trolly and its order, each with its way out. What comes to stand there is read out. */
export function ProblemList({ problems, context, id }: ProblemListProps) {
  useAnnounced(problems)
  if (problems.length === 0) return null
  return (
    <ul className={styles.list} aria-label="Before this can be ordered">
      {problems.map(({ check, messages, repairs }, at) => (
        <li key={check} className={styles.problem}>
          <IconAlertCircle className={styles.icon} size={18} aria-hidden="true" />
          <div className={styles.words} id={at === 0 ? id : undefined}>
            {messages.map((message) => (
              <p key={message}>{message}</p>
            ))}
          </div>
          <Repairs repairs={repairs} context={context} />
        </li>
      ))}
    </ul>
  )
}

function Repairs({ repairs, context }: { repairs: readonly Repair[]; context: RepairContext }) {
  const actions = repairs.flatMap((repair) => repairAction(repair, context) ?? [])
  if (actions.length === 0) return null
  return (
    <div className={styles.repairs}>
      {actions.map((action) =>
        'link' in action ? (
          <span key={action.label}>{action.link}</span>
        ) : (
          <Button key={action.label} compact onClick={action.act}>
            {action.label}
          </Button>
        ),
      )}
    </div>
  )
}

/** Says what has come to stand against the order since the page was opened. */
function useAnnounced(problems: readonly Problem[]): void {
  const known = useRef<ReadonlySet<string>>(undefined)
  useEffect(() => {
    const before = known.current
    known.current = new Set(problems.map(({ check }) => check))
    const added = before ? problems.filter(({ check }) => !before.has(check)) : []
    if (added.length > 0) announce(added.flatMap(({ messages }) => messages).join(' '))
  }, [problems])
}
