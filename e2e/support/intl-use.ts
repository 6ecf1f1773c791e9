declare global {
  var trollyIntlUses: string[]
}

/** Runs before a page's scripts: lists the uses of Intl until the first row is there (docs/decisions/0032). */
export const watchIntl = (): void => {
  globalThis.trollyIntlUses = []
  const note = (what: string): void => {
    if (!document.querySelector('[data-row]'))
      globalThis.trollyIntlUses.push(`${what}: ${new Error(what).stack}`)
  }
  const intl = Intl as unknown as Record<string, new (...args: never[]) => object>
  for (const name of [
    'NumberFormat',
    'DateTimeFormat',
    'ListFormat',
    'PluralRules',
    'Collator',
    'Segmenter',
  ]) {
    const original = intl[name]
    if (!original) continue
    intl[name] = new Proxy(original, {
      construct: (target, args, newTarget) => {
        note(name)
        return Reflect.construct(target, args, newTarget)
      },
      apply: (target, self, args) => {
        note(name)
        return Reflect.apply(target as never, self, args)
      },
    })
  }
  const methods = [
    [String.prototype, 'localeCompare'],
    [Number.prototype, 'toLocaleString'],
    [Date.prototype, 'toLocaleString'],
    [Date.prototype, 'toLocaleDateString'],
    [Date.prototype, 'toLocaleTimeString'],
  ] as const
  for (const [prototype, name] of methods) {
    const kept = prototype as unknown as Record<string, (...args: unknown[]) => unknown>
    const original = kept[name]
    kept[name] = function (...args) {
      note(name)
      return original?.apply(this, args)
    }
  }
}
