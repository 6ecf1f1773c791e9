import type { Page } from '@playwright/test'
import { expect } from '#e2e/support/test.ts'

/** With forced colours, which drop backgrounds and shadows, what is chosen still looks different from what is not. */
export const expectChoicesInForcedColours = async (page: Page, name?: string): Promise<void> => {
  await page.emulateMedia({ forcedColors: 'active' })
  try {
    expect.soft(await page.evaluate(alikeChoices), `${name ?? ''}: chosen and others look alike`).toEqual([])
  } finally {
    await page.emulateMedia({ forcedColors: 'none' })
  }
}

/** Runs in the browser. @returns what looks like a sibling that is not chosen, in words */
const alikeChoices = (): string[] => {
  const CHOSEN =
    '[aria-pressed="true"], [aria-selected="true"], [aria-current]:not([aria-current="false"]), :checked'
  const OTHERS = '[aria-pressed="false"], [aria-selected="false"], a:not([aria-current]), input:not(:checked)'
  const LOOKS = [
    'color',
    'backgroundColor',
    'fontWeight',
    'textDecorationLine',
    'borderTopColor',
    'borderTopWidth',
    'borderTopStyle',
    'outlineStyle',
    'outlineColor',
    'boxShadow',
    'fill',
    'opacity',
    'stroke',
  ] as const

  /** Of everything that is drawn for it, marks before and after it included. */
  const lookOf = (control: Element): string => {
    const label = (control as HTMLInputElement).labels?.[0]
    // A mark beside the control is drawn for it too.
    const drawn = label?.contains(control) ? label : ((label && control.parentElement) ?? control)
    return [control, drawn, ...drawn.querySelectorAll('*')]
      .flatMap((part) => [null, '::before', '::after'].map((pseudo) => getComputedStyle(part, pseudo)))
      .map((style) => LOOKS.map((look) => style[look]).join())
      .join('\n')
  }
  return [...document.querySelectorAll(CHOSEN)].flatMap((chosen) => {
    if (chosen.getBoundingClientRect().width === 0 && !chosen.matches('input')) return []
    const group = chosen.closest('fieldset, [role="radiogroup"], [role="tablist"], nav, ul, ol')
    const other = [...(group?.querySelectorAll(OTHERS) ?? [])].find(
      (each) => each.tagName === chosen.tagName && each.className === chosen.className,
    )
    if (!other || lookOf(chosen) !== lookOf(other)) return []
    return [chosen.getAttribute('aria-label') ?? chosen.textContent?.trim() ?? chosen.outerHTML]
  })
}
