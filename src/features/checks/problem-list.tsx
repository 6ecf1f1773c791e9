import { Group } from '@mantine/core'
import { IconAlertCircle, IconChevronDown } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { Repair } from '#domain/checks/check.ts'
import { Button } from '#src/ui/action/button.tsx'
import { announce } from '#src/ui/status/announcer.tsx'
import { useIsDesk } from '#src/ui/theme/use-media.ts'
import type { Problem } from './check-trolly.ts'
import styles from './problem-list.module.css'
import { type RepairContext, repairActions } from './repair-actions.tsx'
import { subjectOf } from './server-problems.ts'

export type ProblemListProps = {
  problems: readonly Problem[]
  context: RepairContext
  /** On the first problem's words, for `aria-describedby`. */
  id?: string | undefined
  /** Under a page's lines: on a phone several problems collapse to one line. */
  underLines?: boolean | undefined
}

/** Announces new problems to screen readers. */
export function ProblemList({ problems, context, id, underLines = false }: ProblemListProps) {
  useAnnounced(problems)
  const isDesk = useIsDesk()
  const [isOpen, setOpen] = useState(false)
  const listId = useId()
  const [first] = problems
  if (!first) return null
  const isFolded = underLines && !isDesk && problems.length > 1
  return (
    <div data-screen-only>
      {isFolded ? (
        <button
          type="button"
          className={styles.summary}
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <IconAlertCircle className={styles.icon} size={18} aria-hidden="true" />
          <span>
            {isOpen ? LIST_NAME : `${first.message} `}
            {isOpen ? null : <span className={styles.more}>and {problems.length - 1} more</span>}
          </span>
          <IconChevronDown className={styles.chevron} size={18} aria-hidden="true" />
        </button>
      ) : null}
      {isFolded && !isOpen ? null : (
        <ul id={listId} aria-label={LIST_NAME}>
          {groupsOf(problems).map((group) => (
            <ProblemsOfCheck
              key={group[0]?.check}
              problems={group}
              context={context}
              id={group[0] === first ? id : undefined}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

const LIST_NAME = 'Before you can order'

type ProblemsOfCheckProps = Pick<ProblemListProps, 'problems' | 'context' | 'id'>

const IN_SIGHT = 3

function ProblemsOfCheck({ problems, context, id }: ProblemsOfCheckProps) {
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen ? problems : problems.slice(0, IN_SIGHT)
  const foldedCount = problems.length - IN_SIGHT
  return (
    <>
      {shown.map((problem, at) => (
        <Group
          component="li"
          gap="8px 12px"
          key={subjectOf(problem) + problem.message}
          className={styles.problem ?? ''}
        >
          <IconAlertCircle className={styles.icon} size={18} aria-hidden="true" />
          <p className={styles.words} id={at === 0 ? id : undefined}>
            {problem.message}
          </p>
          <Repairs repairs={problem.repairs} context={context} />
        </Group>
      ))}
      {foldedCount > 0 ? (
        <li className={styles.problem}>
          <Button variant="subtle" compact onClick={() => setOpen(!isOpen)}>
            {isOpen ? `Show only ${IN_SIGHT}` : `Show ${foldedCount} more`}
          </Button>
        </li>
      ) : null}
    </>
  )
}

/** Grouped by check, in the order of the checks. */
const groupsOf = (problems: readonly Problem[]): Problem[][] => {
  const groups = new Map<string, Problem[]>()
  for (const problem of problems) groups.set(problem.check, [...(groups.get(problem.check) ?? []), problem])
  return [...groups.values()]
}

function Repairs({ repairs, context }: { repairs: readonly Repair[]; context: RepairContext }) {
  const actions = repairActions(repairs, context)
  return (
    <Group gap={8}>
      {actions.map((action) =>
        'act' in action ? (
          <Button key={action.label} compact onClick={action.act}>
            {action.label}
          </Button>
        ) : (
          <span key={action.label}>{action.shown}</span>
        ),
      )}
    </Group>
  )
}

/** Announces problems that appeared after the page opened. */
function useAnnounced(problems: readonly Problem[]): void {
  const known = useRef<ReadonlySet<string>>(undefined)
  useEffect(() => {
    const before = known.current
    known.current = new Set(problems.map(subjectOf))
    const added = before ? problems.filter((problem) => !before.has(subjectOf(problem))) : []
    if (added.length > 0) announce(added.map(({ message }) => message).join(' '))
  }, [problems])
}
