import { latePart, useLatePart } from '#src/ui/surface/late-part.tsx'
import type { SignOutQuestionProps } from './sign-out-question.tsx'

const Question = latePart<SignOutQuestionProps>(
  async () => (await import('./sign-out-question.tsx')).SignOutQuestion,
)

/** Signs out once `open`, with a question about unsent work where there is some. */
export function SignOutSheet({ open, ...props }: SignOutQuestionProps & { open: boolean }) {
  const Loaded = useLatePart(Question, open, props.onClose)
  return open && Loaded ? <Loaded {...props} /> : null
}
