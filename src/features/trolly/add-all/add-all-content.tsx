import { IconX } from '@tabler/icons-react'
import type { Wanted } from '#domain/add-all.ts'
import { Banner } from '#src/ui/status/banner.tsx'
import { HiddenStatus } from '#src/ui/status/hidden.tsx'
import styles from './add-all.module.css'
import { Outcomes } from './outcomes.tsx'
import type { AddAllState } from './use-add-all.ts'

export type AddAllContentProps = {
  state: AddAllState
  wanted: readonly Wanted[]
  onChoose: (left: ReadonlySet<string>) => void
}

export function AddAllContent({ state, wanted, onChoose }: AddAllContentProps) {
  switch (state.step) {
    case 'choosing':
      return <Choices wanted={wanted} left={state.left} onChange={onChoose} />
    case 'adding':
      return <HiddenStatus>Adding</HiddenStatus>
    case 'added':
      return <Outcomes outcomes={state.outcomes} />
    case 'failed':
      return <Failure {...state} />
    default:
      return null
  }
}

type ChoicesProps = {
  wanted: readonly Wanted[]
  left: ReadonlySet<string>
  onChange: (left: ReadonlySet<string>) => void
}

/** The browser's own boxes: five hundred of Mantine's take a phone half a second. */
function Choices({ wanted, left, onChange }: ChoicesProps) {
  const all = left.size === 0
  const toggle = (product_no: string) => {
    const next = new Set(left)
    if (!next.delete(product_no)) next.add(product_no)
    onChange(next)
  }
  return (
    <fieldset aria-label="Products to add">
      <label className={styles.choice}>
        <input
          type="checkbox"
          checked={all}
          ref={(box) => {
            if (box) box.indeterminate = !all && left.size < wanted.length
          }}
          onChange={() => onChange(new Set(all ? wanted.map(({ product_no }) => product_no) : []))}
        />
        <span className={styles.name}>All {wanted.length}</span>
      </label>
      {wanted.map(({ product_no, name, quantity }) => (
        <label key={product_no} className={styles.choice}>
          <input type="checkbox" checked={!left.has(product_no)} onChange={() => toggle(product_no)} />
          <span className={styles.name}>{name}</span>
          <span className={styles.quantity}>{quantity}</span>
        </label>
      ))}
    </fieldset>
  )
}

function Failure({ wanted, words }: { wanted: readonly Wanted[]; words: string }) {
  return (
    <>
      <Banner tone="red" inset>{`Nothing was added. ${words}`}</Banner>
      <ul aria-label="Not added">
        {wanted.map(({ product_no, name }) => (
          <li key={product_no} className={styles.outcome} data-tone="red">
            <IconX size={18} stroke={2} aria-hidden="true" />
            <span className={styles.name}>{name}</span>
            <span className={styles.words}>Not added</span>
          </li>
        ))}
      </ul>
    </>
  )
}
