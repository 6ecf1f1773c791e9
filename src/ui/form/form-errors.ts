import { createContext } from 'react'

/** Keyed by field name; '' means the whole form. */
export type FormErrors = Record<string, string>

export type FormState = {
  id: string
  errors: FormErrors
  submitting: boolean
}

export const FormContext = createContext<FormState | undefined>(undefined)

export const fieldId = (formId: string, name: string): string => `${formId}-${name}`
