/**
 * What the benches inject into a page to measure with its own clock: when an input arrived, when the next frame was painted, when
 * the device's database had it. Every function here is sent as text, so none may use another.
 */
export type PageWatch = {
  /** Resolves once the next expected input has had all its effects; milliseconds each took. */
  next: () => Promise<Effects>
}

/** Milliseconds from the input's time stamp. */
export type Effects = { painted: number; durable?: number; settled?: number }

declare global {
  var trollyWatch: PageWatch & {
    finish: (effects: Effects) => void
    /** Calls back when the next frame has been painted. */
    afterPaint: (act: (at: number) => void) => void
  }
}

/** Prepares `trollyWatch`; runs before any script of the page. */
export const installWatch = (): void => {
  const finished: Effects[] = []
  let waiting: ((effects: Effects) => void) | undefined
  globalThis.trollyWatch = {
    next: () =>
      new Promise((resolve, reject) => {
        const early = finished.shift()
        if (early) {
          resolve(early)
          return
        }
        waiting = resolve
        setTimeout(() => reject(new Error('An input had no effect for 30 s')), 30_000)
      }),
    finish: (effects) => {
      if (!waiting) {
        finished.push(effects)
        return
      }
      const resolve = waiting
      waiting = undefined
      resolve(effects)
    },
    afterPaint: (act) => {
      requestAnimationFrame(() => {
        // The task after the frame's callback: style, layout and paint are done by then.
        const channel = new MessageChannel()
        channel.port1.onmessage = () => act(performance.now())
        channel.port2.postMessage(null)
      })
    },
  }
}

/**
 * Watches taps on a button that changes the number in the field beside it, and the transaction that stores it: the one that
 * writes an operation never attempted before.
 */
export const watchAdds = (): void => {
  let open: { at: number; painted?: number; durable?: number } | undefined
  const settle = (): void => {
    if (open?.painted === undefined || open.durable === undefined) return
    const { at, painted, durable } = open
    open = undefined
    globalThis.trollyWatch.finish({ painted: painted - at, durable: durable - at })
  }
  const stores = IDBObjectStore.prototype
  for (const name of ['add', 'put'] as const) {
    const write = stores[name]
    stores[name] = function (value, key) {
      const current = open
      if (current && this.name === 'outbox' && value.attempts === 0)
        this.transaction.addEventListener('complete', () => {
          current.durable ??= performance.now()
          settle()
        })
      return key === undefined ? write.call(this, value) : write.call(this, value, key)
    }
  }
  document.addEventListener(
    'click',
    (event) => {
      const box = event.target instanceof Element ? event.target.closest('fieldset') : null
      const field = box?.querySelector('input')
      if (!field) return
      const before = field.value
      const current: NonNullable<typeof open> = { at: event.timeStamp }
      open = current
      const look = (): void => {
        requestAnimationFrame(() => {
          if (field.value === before) return look()
          const channel = new MessageChannel()
          channel.port1.onmessage = () => {
            current.painted = performance.now()
            settle()
          }
          channel.port2.postMessage(null)
        })
      }
      look()
    },
    { capture: true },
  )
}

/** Watches typed keys, until the list found by this selector is no longer busy. */
export const watchSearches = (selector: string): void => {
  let at: number | undefined
  let wasBusy = false
  document.addEventListener(
    'keydown',
    (event) => {
      at = event.timeStamp
      wasBusy = false
    },
    { capture: true },
  )
  // Recent results are shown again without a search.
  document.addEventListener('input', () => {
    requestAnimationFrame(() => {
      const typedAt = at
      if (typedAt === undefined || wasBusy) return
      if (document.querySelector(selector)?.getAttribute('aria-busy') === 'true') return
      at = undefined
      globalThis.trollyWatch.afterPaint((paintedAt) => {
        globalThis.trollyWatch.finish({ painted: paintedAt - typedAt })
      })
    })
  })
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (at === undefined || !(target instanceof Element) || !target.matches(selector)) continue
      const isBusy = target.getAttribute('aria-busy') === 'true'
      if (isBusy) wasBusy = true
      if (isBusy || !wasBusy) continue
      const typedAt = at
      at = undefined
      globalThis.trollyWatch.afterPaint((paintedAt) => {
        globalThis.trollyWatch.finish({ painted: paintedAt - typedAt })
      })
    }
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ['aria-busy'] })
}

/**
 * Presses "one more" in the last visible row as soon as one is enabled, every frame until its number changes, and returns when
 * that was painted: milliseconds from the start of the navigation.
 */
export const watchFirstEdit = (): void => {
  let before: string | undefined
  let chosen: HTMLInputElement | undefined
  const look = (): void => {
    // Measuring positions forces a layout, so wait until there is a row.
    const boxes = document.querySelectorAll<HTMLInputElement>('[data-row-target="quantity"]')
    if (chosen === undefined && boxes.length > 0) chosen = [...boxes].filter((box) => isInView(box)).at(-1)
    if (chosen && !chosen.disabled) {
      before ??= chosen.value
      if (chosen.value === before)
        chosen.closest('fieldset')?.querySelector<HTMLButtonElement>('button:last-of-type')?.click()
      if (chosen.value !== before) {
        globalThis.trollyWatch.afterPaint((at) => globalThis.trollyWatch.finish({ painted: at }))
        return
      }
    }
    again()
  }
  const again = (): void => {
    requestAnimationFrame(look)
  }
  const isInView = (box: Element): boolean => {
    const { top, bottom } = box.getBoundingClientRect()
    return top >= 0 && bottom <= window.innerHeight
  }
  again()
}

/** Watches taps on links to templates, until the products of the template are painted. */
export const watchOpening = (): void => {
  document.addEventListener(
    'click',
    ({ target, timeStamp: at }) => {
      const link = target instanceof Element && target.closest('a[href^="/orders/templates-"]')
      if (!link) return
      const look = (): void => {
        if (!document.querySelector('[data-row] [data-row-target="quantity"]')) {
          requestAnimationFrame(look)
          return
        }
        globalThis.trollyWatch.afterPaint((paintedAt) => {
          globalThis.trollyWatch.finish({ painted: paintedAt - at })
        })
      }
      look()
    },
    { capture: true },
  )
}

/** Watches from the press on Sign in until home offers a delivery day that can be tapped. */
export const watchHome = (): void => {
  document.addEventListener(
    'click',
    ({ timeStamp: at }) => {
      const look = (): void => {
        const day = document.querySelector(
          'main fieldset[aria-label="Delivery day"] button:not([aria-disabled])',
        )
        if (!day) {
          requestAnimationFrame(look)
          return
        }
        globalThis.trollyWatch.afterPaint((paintedAt) => {
          globalThis.trollyWatch.finish({ painted: paintedAt - at })
        })
      }
      look()
    },
    { capture: true, once: true },
  )
}

/**
 * Watches taps on a delivery day, until its button is painted as pressed; in a sheet also until that has closed and the page
 * behind says the day (`settled`).
 */
export const watchDayTaps = (): void => {
  document.addEventListener(
    'click',
    ({ target, timeStamp: at }) => {
      const tapped = target instanceof Element ? target.closest('button') : null
      const days = tapped?.closest('fieldset')?.getAttribute('aria-label')
      if (!tapped || (days !== 'Delivery day' && days !== 'Available days')) return
      const label = tapped.querySelector('span span')?.textContent ?? ''
      const isInSheet = tapped.closest('[role="dialog"]') !== null
      let painted: number | undefined
      const isMarked = (): boolean => tapped.isConnected && tapped.getAttribute('aria-pressed') === 'true'
      const isSettled = (): boolean =>
        !isInSheet ||
        (document.querySelector('fieldset[aria-label="Delivery day"]') === null &&
          document.querySelector('main')?.textContent?.includes(label) === true)
      const look = (): void => {
        requestAnimationFrame(() => {
          const isNext = painted === undefined ? isMarked() : isSettled()
          if (!isNext) return look()
          const channel = new MessageChannel()
          channel.port1.onmessage = () => {
            const now = performance.now() - at
            painted ??= now
            if (isSettled()) globalThis.trollyWatch.finish({ painted, settled: now })
            else look()
          }
          channel.port2.postMessage(null)
        })
      }
      look()
    },
    { capture: true },
  )
}
