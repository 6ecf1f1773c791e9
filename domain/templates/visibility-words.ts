import type { TemplateVisibility } from './template.ts'

export const VISIBILITY_TEXT: Record<TemplateVisibility, string> = {
  private: 'Private',
  shared: 'Shared',
}

export const VISIBILITY_HINT: Record<TemplateVisibility, string> = {
  private: 'Only you can see it.',
  shared: 'Everyone who orders for this account can see and change it.',
}
