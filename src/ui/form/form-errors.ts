import { createContext, useContext, useId } from 'react'

/** Keyed by field name; '' means the whole form. */
export type FormErrors = Record<string, string>

export type FormState = {
  id: string
  errors: FormErrors
  submitting: boolean
}

export const FormContext = createContext<FormState | undefined>(undefined)

export function useSubmitting(): boolean {
  return useContext(FormContext)?.submitting ?? false
}

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
