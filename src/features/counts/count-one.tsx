import { Text } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import {
  type ChangeEvent,
  type CSSProperties,
  type KeyboardEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import type { CountLine } from '#domain/counts/lines.ts'
import { nextLineOf } from '#domain/counts/lines.ts'
import { halvesText, parseHalves, quantityMissing } from '#domain/counts/quantity.ts'
import { productMark } from '#domain/product-mark.ts'
import { Button } from '#src/ui/action/button.tsx'
import { useCommitWhenLeaving } from '#src/ui/form/use-commit-when-leaving.ts'
import { footHeight } from '#src/ui/layout/foot-height.ts'
import { StickyFoot } from '#src/ui/layout/totals-foot.tsx'
import { ProductPicture } from '#src/ui/list/product-picture.tsx'
import { STORAGE_WORD } from '#src/ui/list/product-row.tsx'
import { ProgressBar } from '#src/ui/status/progress-bar.tsx'
import { useStore } from '#src/ui/store.ts'
import styles from './count-one.module.css'
import { Keypad } from './keypad.tsx'
import { useScannedLine } from './use-scanned-line.ts'

export type CountOneProps = {
  lines: readonly CountLine[]
  /** The line in sight. */
  at: number
  onAt: (at: number) => void
  onEnter: (product_no: string, halves: number | null) => void
  onReview: () => void
}

/** One product at a time, with the last and the next in sight. */
export function CountOne({ lines, at, onAt, onEnter, onReview }: CountOneProps) {
  const foot = useStore(footHeight)
  useScannedLine(lines, onAt)
  const line = lines[at]
  if (!line) return null
  const before = lines[at - 1]
  const after = lines[at + 1]
  const goOn = () => {
    const rest = lines.slice(at + 1)
    const next = nextLineOf(rest)
    if (next === undefined) onReview()
    else onAt(at + 1 + next)
  }
  return (
    <div className={styles.page} style={{ '--foot': `${foot}px` } as CSSProperties}>
      <div className={styles.progress}>
        <p>
          <strong>{`${at + 1} of ${lines.length}`}</strong>
          <span>{line.shelf}</span>
        </p>
        <ProgressBar
          share={lines.filter(({ entry }) => entry).length / lines.length}
          words={`${at + 1} of ${lines.length}`}
          tone="green"
        />
      </div>
      {before ? (
        <button
          type="button"
          className={styles.beside}
          aria-label={`Back to ${before.name}`}
          onClick={() => onAt(at - 1)}
        >
          <SmallPicture line={before} />
          <span className={styles.name}>{before.name}</span>
          <span className={styles.words}>
            {before.entry == null || before.entry.halves === null
              ? 'Skipped'
              : `${halvesText(before.entry.halves)} on shelf`}
          </span>
          {before.order > 0 ? <strong>{`order ${before.order}`}</strong> : null}
        </button>
      ) : (
        <div className={styles.beside} />
      )}
      <LineCard
        key={line.product_no}
        line={line}
        next={after}
        onEnter={(halves) => onEnter(line.product_no, halves)}
        onSkip={() => {
          if (!line.entry) onEnter(line.product_no, null)
        }}
        onDone={goOn}
      />
    </div>
  )
}

type LineCardProps = {
  line: CountLine
  next: CountLine | undefined
  onEnter: (halves: number) => void
  onSkip: () => void
  onDone: () => void
}

function LineCard({ line, next, onEnter, onSkip, onDone }: LineCardProps) {
  const { name, product, par, lastQuantity, entry, inTrolly } = line
  const entered = entry?.halves ?? null
  const [typed, setTyped] = useState<string>()
  const shown = typed ?? (entered === null ? '' : halvesText(entered))
  const halves = parseHalves(shown) ?? null
  const [field, whyId] = [useId(), useId()]
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus({ preventScroll: true }), [])

  const type = (text: string) => {
    if (text === '' || parseHalves(text) !== undefined) setTyped(text)
  }
  const isDone = useRef(false)
  const commit = () => {
    if (!isDone.current && typed !== undefined && halves !== null && halves !== entered) onEnter(halves)
  }
  // Also what was typed before another line was opened, or the page was reloaded.
  useCommitWhenLeaving(commit)
  const leave = (act: () => void) => {
    act()
    isDone.current = true
    onDone()
  }
  const onNext = () => {
    if (halves !== null) leave(commit)
  }
  const facts = [
    lastQuantity === null ? [] : `Usually ${lastQuantity}`,
    par === null ? 'No par level' : `Par ${par}`,
    inTrolly > 0 ? `${inTrolly} in trolly` : [],
  ].flat()
  return (
    <>
      <section className={styles.card} aria-label={name}>
        <div className={styles.product}>
          <div className={styles.picture}>
            <ProductPicture mark={product && productMark(product)} storage={product?.storageType} />
          </div>
          <div className={styles.facts}>
            <h2>{name}</h2>
            {product ? <p>{product.pack}</p> : null}
            {product ? (
              <p className={styles.storage} data-storage={product.storageType}>
                {STORAGE_WORD[product.storageType]}
              </p>
            ) : null}
            <p className={styles.soft}>{facts.join(' · ')}</p>
          </div>
        </div>
        <div className={styles.numbers}>
          <label htmlFor={field}>On the shelf</label>
          <span id={whyId}>Order</span>
          <input
            ref={input}
            id={field}
            className={styles.shelf}
            inputMode="none"
            autoComplete="off"
            enterKeyHint="next"
            value={shown}
            onFocus={(event) => event.target.select()}
            onChange={(event: ChangeEvent<HTMLInputElement>) => type(event.target.value)}
            onKeyDown={(event: KeyboardEvent) => {
              if (event.key === 'Enter') onNext()
            }}
          />
          <IconChevronRight size={20} aria-hidden="true" />
          <output className={styles.order} htmlFor={field} aria-labelledby={whyId}>
            {halves === null || par === null ? '–' : quantityMissing({ par, halves, inTrolly })}
          </output>
        </div>
      </section>
      <div className={styles.beside}>
        {next ? (
          <>
            <SmallPicture line={next} />
            <span className={styles.name}>{`Next: ${next.name}`}</span>
            <span className={styles.words}>{next.par === null ? '' : `Par ${next.par}`}</span>
          </>
        ) : (
          <Text span c="dimmed">
            The last product
          </Text>
        )}
      </div>
      <StickyFoot>
        <Keypad onKey={(key) => type((typed ?? '') + key)} onBackspace={() => setTyped(shown.slice(0, -1))} />
        <div className={styles.actions}>
          <Button variant="default" onClick={() => leave(onSkip)}>
            Skip
          </Button>
          <Button variant="filled" disabled={halves === null} onClick={onNext}>
            {next ? 'Next' : 'Review'}
          </Button>
        </div>
      </StickyFoot>
    </>
  )
}

function SmallPicture({ line: { product } }: { line: CountLine }) {
  return (
    <span className={styles.small}>
      <ProductPicture mark={product && productMark(product)} storage={product?.storageType} />
    </span>
  )
}
