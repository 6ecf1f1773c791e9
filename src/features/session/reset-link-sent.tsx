import { Text } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Button, ButtonLink } from '#src/ui/action/button.tsx'
import { Form, type FormValues, SubmitButton } from '#src/ui/form/form.tsx'
import { Banner } from '#src/ui/status/banner.tsx'
import { type Carried, useCarried } from './carried.ts'
import { CodeField, codeIn, codeProblem } from './code-field.tsx'
import { EmailField, emailProblem } from './email-field.tsx'
import { useResetLink } from './use-reset-link.ts'
import { visitorProblem } from './visitor-problem.ts'

/**
 * Says what to do now, and takes the code: the link opens in the browser, whose storage an app on an iPhone's home screen does not
 * share. Never tells whether the address is known.
 */
export function ResetLinkSent() {
  const { email } = useCarried()
  const navigate = useNavigate()
  const goOn = async (typed: FormValues) => {
    const state = { email: typed.email?.trim() || email, code: codeIn(typed.code) } satisfies Carried
    await navigate('/auth/reset-password', { state })
    return undefined
  }
  return (
    <>
      <Text>
        If {email === '' ? 'your address' : <strong>{email}</strong>} belongs to a sign-in, an e-mail is on
        its way. Open its link to choose a new password. It works once, within an hour.
      </Text>
      <Text>
        Using the app on your home screen? The link opens in the browser instead, so type the code from the
        e-mail here.
      </Text>
      <Form
        label="Use the code"
        validate={(typed) => ({ ...(email === '' && emailProblem(typed.email)), ...codeProblem(typed.code) })}
        onSubmit={goOn}
      >
        {email === '' ? <EmailField /> : null}
        <CodeField />
        <SubmitButton fullWidth>Continue</SubmitButton>
      </Form>
      {email === '' ? (
        <ButtonLink variant="subtle" to="/auth/forgotten-password" fullWidth>
          Ask for a new link
        </ButtonLink>
      ) : (
        <AskAgain email={email} />
      )}
    </>
  )
}

function AskAgain({ email }: { email: string }) {
  const sendLink = useResetLink()
  const [state, setState] = useState<'asking'>()
  const [problem, setProblem] = useState<string>()
  const ask = async () => {
    setState('asking')
    setProblem(undefined)
    try {
      await sendLink(email)
    } catch (error) {
      setProblem(visitorProblem(error))
    } finally {
      setState(undefined)
    }
  }
  return (
    <>
      <Text size="xs" c="dimmed">
        Nothing there after a few minutes? Look in your junk folder and check the address. A new e-mail
        replaces the one before: its link and code no longer work.
      </Text>
      {problem === undefined ? null : (
        <Banner tone="red" inset>
          {problem}
        </Banner>
      )}
      <Button fullWidth loading={state === 'asking'} onClick={ask}>
        Send it again
      </Button>
      <ButtonLink
        variant="subtle"
        to="/auth/forgotten-password"
        state={{ email } satisfies Partial<Carried>}
        fullWidth
      >
        Use another address
      </ButtonLink>
    </>
  )
}
