import type { ReactNode } from 'react'
import { CHIP, Link, TAB } from '#components/ui/admin/link.tsx'
import { TabStrip } from '#components/ui/admin/tab-strip.tsx'

type ChoicesProps<Name extends string | null> = {
  all: readonly Name[]
  /** The one that holds; null where none does, or where null is a choice. */
  here: Name | null
  href: (one: Name) => string
  name: (one: Name) => ReactNode
  current?: 'page' | 'true'
}

function Choices<Name extends string | null>({
  all,
  here,
  href,
  name,
  current,
  className,
}: ChoicesProps<Name> & { className: string }) {
  return all.map((one) => (
    <Link key={one ?? 'all'} className={className} href={href(one)} aria-current={one === here ? current : undefined}>
      {name(one)}
    </Link>
  ))
}

type TabsProps<Name extends string | null> = ChoicesProps<Name> & {
  label: string
  className?: string
  /** Further tabs, behind them. */
  children?: ReactNode
}

/** Pages or parts of a page as tabs. */
export function Tabs<Name extends string | null>({ label, className, children, ...choices }: TabsProps<Name>) {
  return (
    <TabStrip label={label} {...(className ? { className } : {})}>
      <Choices current="page" {...choices} className={TAB} />
      {children}
    </TabStrip>
  )
}

/** A choice among several, as small links. */
export function Chips<Name extends string | null>(choices: ChoicesProps<Name>) {
  return <Choices current="true" {...choices} className={CHIP} />
}
