import { useEffect, useEffectEvent } from 'react'
import { isGtin } from '#domain/gtin.ts'
import { createScanReader, scannedCode } from '#domain/scanned-code.ts'

/** Fields for quantities. Other fields keep what a scanner types: a search finds it, and a reference may be a barcode. */
const NUMBER_FIELD = 'input:is([inputmode=numeric], [inputmode=decimal], [inputmode=none])'
const TEXT_FIELD = 'input:not([type=checkbox], [type=radio], [type=range]), textarea, select'

/** From the bottom: the app adds to the trolly unless a page or a sheet has its own use for a scan. */
const LAYERS = ['app', 'page', 'sheet'] as const
type Layer = (typeof LAYERS)[number]

/** Sorted by layer, so the last one gets the scan, no matter which loaded first. */
const takers: { layer: Layer }[] = []

/**
 * What a handheld scanner types, wherever the focus is. A number that it typed over is put back, and its Enter presses nothing.
 * In a number field only a GTIN counts as scanned. Under an open sheet nothing is done with it.
 */
export function useTypedScans(layer: Layer, onScan: (code: string) => void): void {
  const take = useEffectEvent(onScan)
  useEffect(() => {
    const taker = { layer }
    takers.push(taker)
    takers.sort((one, other) => LAYERS.indexOf(one.layer) - LAYERS.indexOf(other.layer))
    const read = createScanReader()
    let field: HTMLInputElement | undefined
    let before = ''
    const remember = (target: EventTarget | null): void => {
      field = target instanceof HTMLInputElement && target.matches(NUMBER_FIELD) ? target : undefined
      before = field?.value ?? ''
    }
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, timeStamp, target } = event
      const { begins, code } = read({ key, atMs: timeStamp })
      if (begins) remember(target)
      if (code === undefined || takers.at(-1) !== taker) return
      const scanned = scannedCode(code)
      if (field ? !isGtin(scanned) : target instanceof Element && target.matches(TEXT_FIELD)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      if (field) putBack(field, before)
      if (layer === 'sheet' || !document.documentElement.hasAttribute('data-sheet-open')) take(scanned)
    }
    // A row's quantity gets the focus with the first digit, before it is typed there.
    const onFocusIn = ({ target }: FocusEvent): void => remember(target)
    document.addEventListener('keydown', onKeyDown, true)
    document.addEventListener('focusin', onFocusIn)
    return () => {
      takers.splice(takers.indexOf(taker), 1)
      document.removeEventListener('keydown', onKeyDown, true)
      document.removeEventListener('focusin', onFocusIn)
    }
  }, [layer])
}

/** Not by `value`, which React would take for its own change. */
const putBack = (field: HTMLInputElement, value: string): void => {
  field.setRangeText(value, 0, field.value.length, 'select')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
