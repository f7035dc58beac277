import type { ReactNode } from 'react'

type PanelProps = {
  /** Of its heading, which names the panel. */
  id: string
  title: ReactNode
  hint?: ReactNode
  /** What else stands in the item of the heading. */
  beside?: ReactNode
  children?: ReactNode
}

/** A part of a page, under a heading of its own. */
export function Panel({ id, title, hint, beside, children }: PanelProps) {
  return (
    <section className="a-panel" aria-labelledby={id}>
      <div className="a-ph">
        <h2 id={id}>{title}</h2>
        {hint === undefined ? null : <span className="a-meta">{hint}</span>}
        {beside}
      </div>
      {children}
    </section>
  )
}

export type Pair = { name: string; value: ReactNode }

/** Names and values in two columns. */
export function DescriptionList({ pairs }: { pairs: Pair[] }) {
  return (
    <dl className="a-kv">
      {pairs.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export type MarkTone = 'plain' | 'ok' | 'wait' | 'stop' | 'back'

/** A state: shape, word and colour together. */
export function Mark({ tone, children }: { tone: MarkTone; children: ReactNode }) {
  return <span className={tone === 'plain' ? 'a-st' : `a-st a-st-${tone}`}>{children}</span>
}
