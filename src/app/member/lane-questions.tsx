import { Skeleton } from '@mantine/core'
import { lazy } from 'react'
import { idOfLane, nounOfLane } from '#domain/outbox/record.ts'
import { TEMPLATE, type TemplateRecord } from '#domain/templates/operation.ts'
import type { DecisionParts } from '#src/features/status/work-sheet.tsx'
import { loadWithReload } from '#src/features/updates/reload.ts'
import { Late } from '#src/ui/surface/late.tsx'

const TemplateQuestions = lazy(
  loadWithReload(async () => ({
    default: (await import('#src/features/templates/template-questions.tsx')).TemplateQuestions,
  })),
)

/** What refused and held changes of nouns other than trollies ask. */
export const LaneQuestions: DecisionParts['Questions'] = ({ lane, queue, nameOf }) => {
  if (nounOfLane(lane) !== TEMPLATE) return null
  const records = queue as readonly TemplateRecord[]
  const asking = records.filter(({ state, refusal }) => state === 'attention' && refusal !== null)
  const held = records.find(({ state }) => state === 'held')?.refusal ?? null
  if (asking.length === 0 && held === null) return null
  return (
    <Late waiting={<Skeleton height="6rem" />}>
      <TemplateQuestions templateId={idOfLane(lane)} asking={asking} held={held} nameOf={nameOf} />
    </Late>
  )
}
