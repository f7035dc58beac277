import type { ReactNode } from 'react'

/** One part of the page: what is asked for, and the fields of it. */
export function Block({ id, heading, children }: { id: string; heading: string; children: ReactNode }) {
  return (
    <section
      className="border-t border-line py-7 [.ticket+&]:border-t-0 [section:first-of-type+&]:border-t-0"
      aria-labelledby={id}
    >
      <h2 id={id} className="mb-4 text-(length:--s2)">
        {heading}
      </h2>
      {children}
    </section>
  )
}
