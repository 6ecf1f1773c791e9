import { createContext, useContext, useId } from 'react'

/** What is wrong, by the field's name. The name '' means the whole form. */
export type FormErrors = Record<string, string>

export type FormState = {
  id: string
  errors: FormErrors
  submitting: boolean
}

export const FormContext = createContext<FormState | undefined>(undefined)

/** Whether the form around is being sent; false outside a form. */
export function useSubmitting(): boolean {
  return useContext(FormContext)?.submitting ?? false
}

/** A field's id and its error: its own where given, else what the form around found for its name. */
export function useFieldState(
  name: string,
  error: string | undefined,
): { id: string; error: string | undefined } {
  const form = useContext(FormContext)
  const ownId = useId()
  return {
    id: form ? fieldId(form.id, name) : ownId,
    error: error ?? form?.errors[name],
  }
}

export function fieldId(formId: string, name: string): string {
  return `${formId}-${name}`
}
