import type { ReactNode } from 'react'

/** One part of the page: what is asked for, and the fields of it. */
export function Block({ id, heading, children }: { id: string; heading: string; children: ReactNode }) {
  return (
    <section className="block-step" aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      {children}
    </section>
  )
}
