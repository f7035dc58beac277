import type { ReactNode } from 'react'

type TilesProps = { label?: string; columns: 'grid-cols-3' | 'grid-cols-4'; className?: string; children: ReactNode }

/** Figures beside each other; on a phone two in a row, and an odd one in a row of its own. */
export function Tiles({ label, columns, className = '', children }: TilesProps) {
  const classes = `grid ${columns} phone:grid-cols-2 ${className}`

  return label ? (
    <section className={classes} aria-label={label}>
      {children}
    </section>
  ) : (
    <div className={classes}>{children}</div>
  )
}

/** A figure of several, with what is said about it. */
export function Tile({ children, ...metric }: MetricProps & { children?: ReactNode }) {
  return (
    <div className="grid min-w-0 content-start gap-1 border-line px-3.5 py-3 not-first:border-s phone:nth-[n+3]:border-t phone:odd:border-s-0 phone:odd:last:col-span-full">
      <Metric {...metric} />
      {children}
    </div>
  )
}

type MetricProps = {
  name: ReactNode
  /** Beside its name. */
  state?: ReactNode
  value: ReactNode
  size?: 'text-[1.55rem]/[1.05]' | 'text-[1.2rem]/[1.05]'
}

/** A figure in large digits below its name. */
export function Metric({ name, state, value, size = 'text-[1.55rem]/[1.05]' }: MetricProps) {
  const caption = (
    <span className="text-[0.7rem] font-[550] tracking-[0.045em] text-ink-soft uppercase [&:lang(ar)]:text-small [&:lang(ar)]:tracking-normal">
      {name}
    </span>
  )

  return (
    <>
      {state ? (
        <span className="flex flex-wrap justify-between gap-x-3 gap-y-1">
          {caption}
          {state}
        </span>
      ) : (
        caption
      )}
      <span className={`font-display font-semibold tracking-[-0.02em] wrap-anywhere normal-nums ${size}`}>{value}</span>
    </>
  )
}
