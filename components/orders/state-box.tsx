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

/** A hand that goes round a dial: something is under way, nobody knows for how long. */
export function Dial() {
  return (
    <svg
      className="size-18 fill-none stroke-amber stroke-5 small:mb-2 small:size-13"
      viewBox="0 0 72 72"
      aria-hidden="true"
    >
      <circle className="opacity-30" cx="36" cy="36" r="30" />
      <circle
        className="origin-center animate-[dial-turn_2.4s_linear_infinite] [stroke-linecap:round]"
        cx="36"
        cy="36"
        r="30"
        strokeDasharray="47 142"
      />
    </svg>
  )
}
