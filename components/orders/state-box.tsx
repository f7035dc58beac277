import type { ComponentProps, ReactNode } from 'react'

type StateBoxProps = Pick<ComponentProps<'section'>, 'role'> & {
  /** Whether nobody has to do or to await anything. */
  isCalm?: boolean
  /** Beside the words; above them where there is no room. */
  mark?: ReactNode
  children: ReactNode
}

/** How something stands, in large words: the top of a page that is about nothing else. */
export function StateBox({ role, isCalm = false, mark = null, children }: StateBoxProps) {
  const columns = mark ? 'grid-cols-[auto_minmax(0,1fr)] small:grid-cols-1' : 'grid-cols-1'

  return (
    <section
      className={`state grid gap-x-[clamp(1rem,3vw,2rem)] gap-y-1 rounded-[20px] border p-[clamp(1.25rem,3.5vw,2.5rem)] [&_h1]:text-[clamp(1.625rem,1.05rem+2.7vw,var(--s6))] [&_h1]:tracking-[-0.025em] [&_p]:mt-3 [&_p]:max-w-[60ch] [&_p]:text-[1.0625rem] ${columns} ${isCalm ? 'border-line bg-card' : 'border-amber bg-amber-wash'}`}
      role={role}
    >
      {mark}
      <div>{children}</div>
    </section>
  )
}
