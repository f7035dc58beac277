import type { ComponentProps, ReactNode } from 'react'
import { Icon, type IconName } from '#components/ui/icon.tsx'

type PanelProps = {
  /** Of its heading, which names the panel. */
  id: string
  title: ReactNode
  hint?: ReactNode
  /** What else stands in the item of the heading. */
  beside?: ReactNode
  /** What stands at its end. */
  end?: ReactNode
  children?: ReactNode
}

/** A part of a page, under a heading of its own. */
export function Panel({ id, title, hint, beside, end, children }: PanelProps) {
  return (
    <section className="a-panel has-[.a-menu[open]]:overflow-visible" aria-labelledby={id}>
      <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3.5 py-1.5">
        <h2 id={id}>{title}</h2>
        {hint === undefined ? null : <span className="a-meta">{hint}</span>}
        {beside}
        <AtEnd>{end}</AtEnd>
      </div>
      {children}
    </section>
  )
}

/** Rows of what can be done, each with its button at the end; below each other where there is no room. */
export function ActionRows({ children }: { children: ReactNode }) {
  return (
    <ul className="*:grid *:grid-cols-[minmax(0,1fr)_auto] *:items-center *:gap-x-3 *:gap-y-1 *:border-hair *:px-3.5 *:py-1.75 *:not-last:border-b max-[480px]:*:grid-cols-1">
      {children}
    </ul>
  )
}

/** Rows of text. */
export function Rows({ children }: { children: ReactNode }) {
  return (
    <ul className="*:border-hair *:px-3.5 *:py-2 *:not-last:border-b [&+*]:border-t [&+*]:border-hair">{children}</ul>
  )
}

type PanelPartProps = { title?: ReactNode; beside?: ReactNode; end?: ReactNode; children: ReactNode }

/** One of several parts of a panel, which lines separate. */
export function PanelPart({ title, beside, end, children }: PanelPartProps) {
  return (
    <div className="a-fact border-line [.a-fact+&]:border-t">
      {title ? (
        <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 bg-well px-3.5 py-1">
          <h3>{title}</h3>
          {beside}
          <AtEnd>{end}</AtEnd>
        </div>
      ) : null}
      {children}
    </div>
  )
}

function AtEnd({ children }: { children: ReactNode }) {
  return children ? <span className="ms-auto flex flex-wrap items-center gap-x-2.5 gap-y-1.5">{children}</span> : null
}

/** That there is nothing to do, or nothing yet. */
export function Empty({ icon, title, children }: { icon: IconName; title: ReactNode; children: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-1.5 px-4 py-9 text-center">
      <Icon name={icon} className="size-7 text-sea-text" />
      {title}
      <p className="max-w-104 text-ink-soft">{children}</p>
    </div>
  )
}

export type Pair = { name: string; value: ReactNode }

/** Names of facts are parts of sentences in the history; in two columns they begin one. */
export const DESCRIPTIONS =
  'a-kv *:flex *:justify-between *:gap-4 *:border-hair *:px-3.5 *:py-1.25 *:not-last:border-b [.a-kv+&]:border-t [.a-kv+&]:border-hair [&_dd]:min-w-0 [&_dd]:text-end [&_dd]:wrap-anywhere [&_dt]:text-ink-soft [&_dt]:first-letter:uppercase'

/** Names and values in two columns. */
export function DescriptionList({ pairs }: { pairs: Pair[] }) {
  return (
    <dl className={DESCRIPTIONS}>
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

const ROUND = 'before:rounded-full'
/** A filled circle is good, a half one waits, a diamond wants a person. */
const TONES: Record<MarkTone, string> = {
  plain: `${ROUND} before:border-ink-soft`,
  ok: `${ROUND} before:border-sea before:bg-sea`,
  wait: `${ROUND} font-[550] text-amber-text before:border-amber before:bg-[linear-gradient(90deg,var(--amber)_50%,transparent_50%)]`,
  stop: 'font-[550] text-rust before:scale-[0.86] before:rotate-45 before:rounded-[1.5px] before:border-rust before:bg-rust',
  back: `${ROUND} before:border-ink-soft before:bg-[linear-gradient(0deg,var(--ink-soft)_2px,transparent_2px)] before:bg-size-[100%_5px] before:bg-center`,
}

const TAG =
  'inline-flex items-center gap-1.25 rounded-[5px] px-1.75 py-0.25 text-small font-[550] whitespace-nowrap no-underline'

/** The look of a short word on a ground of its own. */
export function tagClass(tone: 'plain' | 'wait'): string {
  return `${TAG} ${tone === 'wait' ? 'bg-amber-wash text-amber-text' : 'bg-[color-mix(in_oklab,var(--ink)_7%,var(--card))]'}`
}

/** A state: shape, word and colour together. */
export function Mark({ tone, children }: { tone: MarkTone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-baseline gap-1.75 before:size-2.25 before:flex-none before:self-center before:border-[1.75px] ${TONES[tone]}`}
    >
      {children}
    </span>
  )
}

/** A key of the keyboard, where there is one: on a screen that is touched it is not shown. */
export function Key({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <kbd
      className={`inline-grid h-4.5 min-w-4.5 place-items-center rounded-sm border border-edge bg-card px-1 font-text text-[0.6875rem]/[1] font-medium whitespace-nowrap text-ink-soft normal-nums pointer-coarse:hidden ${className}`.trim()}
    >
      {children}
    </kbd>
  )
}

type DisclosureProps = Omit<ComponentProps<'details'>, 'className' | 'title'> & {
  title: ReactNode
  /** At the other end of the line. */
  beside: ReactNode
}

/** Something to decide about, on one line; what is known and what can be done is opened by a press. */
export function Disclosure({ title, beside, children, ...details }: DisclosureProps) {
  return (
    <details className="a-finding group border-line [.a-finding+&]:border-t" {...details}>
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-x-2.5 gap-y-1 border-hair px-3.5 py-1.5 -outline-offset-2 group-open:border-b phone:flex-wrap [&::-webkit-details-marker]:hidden">
        <Icon
          name="down"
          className="size-3.5 flex-none -rotate-90 [transition:rotate_var(--fast)] group-open:rotate-0 rtl:not-group-open:rotate-90"
        />
        <h3 className="min-w-0 flex-1 phone:basis-[calc(100%-2rem)]">{title}</h3>
        {beside}
      </summary>
      {children}
    </details>
  )
}

const SPLIT_ROWS =
  'a-list *:flex *:flex-wrap *:items-center *:justify-between *:gap-x-4 *:gap-y-2 *:border-b *:border-hair *:px-3.5 *:py-2 *:*:first:min-w-0 *:*:first:wrap-anywhere'

type SplitRowsProps = { as?: 'ul' | 'ol'; className?: string; children: ReactNode }

/** Rows of two ends, such as what there is and its button; below each other where there is no room. */
export function SplitRows({ as: Tag = 'ul', className = '', children }: SplitRowsProps) {
  return <Tag className={`${SPLIT_ROWS} ${className}`}>{children}</Tag>
}

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
