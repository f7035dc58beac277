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
