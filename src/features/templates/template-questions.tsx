import { useState } from 'react'
import {
  isItemOperation,
  type QueuedTemplateOperation,
  type TemplateRefusal,
} from '#domain/templates/operation.ts'
import { templateHeld, templateQuestion } from '#domain/templates/questions.ts'
import type { NameOf } from '#domain/trollies/words.ts'
import { useAction, useApi, useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { templateLane } from '#src/store/templates.ts'
import { sendTemplateAgain } from '#src/sync/templates/send-again.ts'
import { QuestionCard } from '#src/ui/status/question-card.tsx'

export type TemplateQuestionsProps = {
  templateId: string
  /** Refused changes, each with a decision to make. */
  asking: readonly QueuedTemplateOperation[]
  held: TemplateRefusal | null
  nameOf: NameOf
}

/** What the refused changes of a template ask, and why it is on hold. */
export function TemplateQuestions({ templateId, asking, held, nameOf }: TemplateQuestionsProps) {
  const device = useUserDevice()
  const api = useApi()
  const run = useAction()
  const [acting, setActing] = useState(false)
  const act = (perform: () => Promise<unknown>) => async () => {
    setActing(true)
    try {
      await perform()
    } catch (error) {
      showFailure(error)
    } finally {
      setActing(false)
    }
  }
  const lane = templateLane(templateId)
  if (held) {
    const { question, again } = templateHeld(held)
    return (
      <QuestionCard
        label="This template is on hold"
        question={question}
        answers={[
          { label: 'Discard my changes', onChoose: act(() => device.queue.discard(lane)), loading: acting },
          ...(again === null
            ? []
            : [
                {
                  label: again,
                  onChoose: act(() => run(() => sendTemplateAgain({ ...device, api }, templateId))),
                  loading: acting,
                },
              ]),
        ]}
      />
    )
  }
  return asking.map(({ opId, operation, refusal }) => {
    if (refusal === null) return null
    const { question, theirs, mine } = templateQuestion(operation, refusal)
    const subject = isItemOperation(operation) ? nameOf(operation.product_no) : SUBJECTS[operation.kind]
    const isCreation = operation.kind === 'create'
    return (
      <QuestionCard
        key={opId}
        label={subject}
        subject={subject}
        question={question}
        answers={[
          {
            label: theirs,
            // Without its creation nothing else of a template can be sent.
            onChoose: act(() =>
              isCreation ? device.queue.discard(lane) : device.queue.decide(opId, 'theirs'),
            ),
            loading: acting,
          },
          ...(mine === null
            ? []
            : [{ label: mine, onChoose: act(() => device.queue.decide(opId, 'mine')), loading: acting }]),
        ]}
      />
    )
  })
}

const SUBJECTS = {
  create: 'New template',
  details: 'Name and who can see it',
  delete: 'Delete the template',
  restore: 'Restore the template',
}
