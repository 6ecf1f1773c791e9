import { ApiError } from './api-error.ts'
import { messageOfError } from './messages.ts'

/** Problems by form field; '' is the whole form, including no answer. @param labels by field name */
export const fieldProblemsOf = (
  error: unknown,
  labels: Readonly<Record<string, string>>,
): Record<string, string> => {
  if (!(error instanceof ApiError)) throw error
  const { errors } = (error.reply ?? {}) as { errors?: { path: string; message: string }[] }
  const problems = (errors ?? []).flatMap(({ path, message }) => {
    const name = path.replace(/^body\//, '').split('/')[0] ?? ''
    const label = labels[name]
    return label === undefined ? [] : [[name, `${label} ${message}`] as const]
  })
  return problems.length > 0 ? Object.fromEntries(problems) : { '': messageOfError(error) }
}
