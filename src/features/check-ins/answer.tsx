import { useRef, useState } from 'react'
import type { TrackedOrder } from '#contract/orders.ts'
import type { CheckInShown } from '#domain/check-ins-shown.ts'
import { PHOTOS_EACH_MAX } from '#domain/claims.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { useLive } from '#src/device/use-live.ts'
import { type AnswerDraft, answerQuery, keepAnswer } from '#src/store/answer-draft.ts'
import { Form, SubmitButton } from '#src/ui/form/form.tsx'
import { TextArea } from '#src/ui/form/text-area.tsx'
import { PhotoStrip } from './photo-strip.tsx'
import { sendAnswer } from './send-answer.ts'
import { usePhotoReading } from './use-photo-reading.ts'

type AnswerProps = { checkIn: CheckInShown; order: TrackedOrder; nameOf: (position: number) => string }

/** What the office asks is answered with words, and with photos of what was claimed. */
export function Answer(props: AnswerProps) {
  const { customerId } = props.order
  const answersBefore = props.checkIn.said.filter(({ kind }) => kind === 'answered').length
  const question = { customerId, checkInId: props.checkIn.id, answersBefore }
  const kept = useLive(answerQuery(question)).value
  return kept ? <AnswerForm key={answersBefore} {...props} question={question} kept={kept} /> : null
}

type AnswerFormProps = AnswerProps & { question: Parameters<typeof answerQuery>[0]; kept: AnswerDraft }

function AnswerForm({ checkIn, order, nameOf, question, kept }: AnswerFormProps) {
  const { database, queue } = useUserDevice()
  const [shown, setShown] = useState(kept)
  // A photo takes a moment, in which more may be typed.
  const latest = useRef(shown)
  const isSent = useRef(false)
  const { isReading, onReading } = usePhotoReading()
  const { customerId, orderNo, id: orderId } = order
  const claim = { customerId, orderId, orderNo, checkInId: checkIn.id }

  const change = (part: Partial<AnswerDraft>): void => {
    latest.current = { ...latest.current, ...part }
    setShown(latest.current)
    // What is typed until the form closes would come back as the draft of an answer.
    if (!isSent.current) keepAnswer(database, question, latest.current).catch(showFailure)
  }
  return (
    <Form
      label="Answer the office"
      validate={({ words = '' }) => (words.trim() === '' ? { words: 'Enter an answer' } : {})}
      onSubmit={async () => {
        isSent.current = true
        try {
          await sendAnswer({ database, queue }, claim, { ...latest.current, at: new Date() })
        } catch (error) {
          isSent.current = false
          throw error
        }
        return undefined
      }}
    >
      <TextArea
        name="words"
        label="Your answer"
        maxLength={2_000}
        value={shown.words}
        onChange={(event) => change({ words: event.currentTarget.value })}
      />
      {checkIn.lines.map(({ position }) => {
        const photos = shown.photos.filter((photo) => photo.position === position)
        const sent = checkIn.photos.filter((photo) => photo.position === position)
        return (
          <PhotoStrip
            key={position}
            name={nameOf(position)}
            photos={photos}
            room={PHOTOS_EACH_MAX - sent.length - photos.length}
            addLabel={checkIn.lines.length === 1 ? 'Add photo' : `Add photo of ${nameOf(position)}`}
            onAdd={(photo) => change({ photos: [...latest.current.photos, { ...photo, position }] })}
            onRemove={(id) => change({ photos: latest.current.photos.filter((photo) => photo.id !== id) })}
            onReading={onReading}
          />
        )
      })}
      <SubmitButton disabled={isReading}>Send answer</SubmitButton>
    </Form>
  )
}
