import type { ReactNode } from 'react'

/** One numbered step of the page. */
export function Block({ n, heading, children }: { n: number; heading: string; children: ReactNode }) {
  const id = `step-${n}`

  return (
    <section className="block-step" aria-labelledby={id}>
      <span className="block-step-n" aria-hidden="true">
        {n}
      </span>
      <div>
        <h2 id={id}>{heading}</h2>
        {children}
      </div>
    </section>
  )
}
