import { IconMailCheck, IconMapPinOff, IconTruckDelivery } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { joining, type PostcodeAnswer, PostcodeContactFields, PostcodeFields } from '#contract/joining.ts'
import { weekdaysText } from '#domain/delivery-words.ts'
import { moneyText } from '#domain/money.ts'
import { fieldProblemsOf } from '#src/api/field-problems.ts'
import { useApi } from '#src/device/device-context.tsx'
import { Button, ButtonLink } from '#src/ui/action/button.tsx'
import type { FormErrors } from '#src/ui/form/form-errors.ts'
import type { FieldSpec } from '#src/ui/kit/record/field-spec.ts'
import { PageForm } from '#src/ui/kit/record/page-form.tsx'
import { DefinitionList } from '#src/ui/layout/definition-list.tsx'
import { Sent } from './sent.tsx'

const POSTCODE: readonly FieldSpec[] = [
  {
    name: 'postcode',
    label: 'Postcode',
    hint: 'Such as YO1 7HH',
    type: 'postcode',
    autoComplete: 'postal-code',
    missing: 'Enter your postcode',
  },
]
const CONTACT: readonly FieldSpec[] = [
  { name: 'contactName', label: 'Your name', autoComplete: 'name', missing: 'Enter your name' },
  {
    name: 'email',
    label: 'E-mail',
    type: 'email',
    autoComplete: 'email',
    missing: 'Enter your e-mail',
    misformed: 'Enter an e-mail address, such as name@example.com',
  },
  {
    name: 'contactPhone',
    label: 'Phone',
    hint: 'Optional',
    type: 'tel',
    autoComplete: 'tel',
    misformed: 'Enter a phone number, such as 01904 123456',
  },
]
const LABELS = Object.fromEntries([...POSTCODE, ...CONTACT].map(({ name, label }) => [name, label]))

/** "Do you deliver here?", and a note of who asks where we do not. */
export function PostcodeCheck() {
  const api = useApi()
  const [answer, setAnswer] = useState<PostcodeAnswer>()
  const check = async (body: PostcodeFields): Promise<FormErrors | undefined> => {
    try {
      setAnswer(await api.call(joining.checkPostcode, { body }))
    } catch (error) {
      return fieldProblemsOf(error, LABELS)
    }
    return undefined
  }
  if (answer === undefined) {
    return (
      <PageForm<PostcodeFields>
        label="Do we deliver to you?"
        schema={PostcodeFields}
        fields={POSTCODE}
        onSend={check}
        submit="Check postcode"
      />
    )
  }
  return (
    <>
      {answer.delivery ? (
        <Served postcode={answer.postcode} delivery={answer.delivery} />
      ) : answer.recorded ? (
        <Sent title="We have noted it" icon={IconMailCheck}>
          <p>We will write to you once we deliver to {answer.postcode}.</p>
        </Sent>
      ) : (
        <NotServed postcode={answer.postcode} onNoted={setAnswer} />
      )}
      <Button variant="subtle" onClick={() => setAnswer(undefined)}>
        Check another postcode
      </Button>
    </>
  )
}

type ServedProps = { postcode: string; delivery: NonNullable<PostcodeAnswer['delivery']> }

function Served({ postcode, delivery }: ServedProps) {
  const { weekdays, cutOffTime, minimumOrderPence, deliveryChargePence } = delivery
  return (
    <Sent title={`Yes, we deliver to ${postcode}`} icon={IconTruckDelivery}>
      <DefinitionList
        beside
        items={[
          { term: 'Delivery days', value: weekdaysText(weekdays) },
          { term: 'Order by', value: `${cutOffTime} the working day before` },
          { term: 'Minimum order', value: minimumOrderPence === 0 ? 'None' : moneyText(minimumOrderPence) },
          { term: 'Delivery', value: deliveryChargePence === 0 ? 'Free' : moneyText(deliveryChargePence) },
        ]}
      />
      <ButtonLink variant="filled" to="/sign-up" state={{ postcode }} fullWidth>
        Open a cash account
      </ButtonLink>
      <ButtonLink variant="default" to="/request" fullWidth>
        Ask for a trade account
      </ButtonLink>
    </Sent>
  )
}

type NotServedProps = { postcode: string; onNoted: (answer: PostcodeAnswer) => void }

function NotServed({ postcode, onNoted }: NotServedProps) {
  const api = useApi()
  const id = useRef<string>(undefined)
  const note = async ({
    website,
    ...contact
  }: PostcodeContactFields & { website?: string }): Promise<FormErrors | undefined> => {
    id.current ??= uuidv7()
    const body = { id: id.current, postcode, contact, ...(website !== undefined && { website }) }
    try {
      onNoted(await api.call(joining.checkPostcode, { body }))
    } catch (error) {
      return fieldProblemsOf(error, LABELS)
    }
    return undefined
  }
  return (
    <>
      <Sent title={`We don’t deliver to ${postcode} yet`} icon={IconMapPinOff} tone="plain">
        <p>Tell us who you are, and we will write to you once we do.</p>
      </Sent>
      <PageForm<PostcodeContactFields>
        label="Tell me once you deliver"
        schema={PostcodeContactFields}
        fields={CONTACT}
        onSend={note}
        submit="Tell me once you deliver"
      />
    </>
  )
}
