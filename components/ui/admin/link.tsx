import type { Route } from 'next'
import NextLink from 'next/link'
import type { ComponentProps } from 'react'
import { LinkPending } from './pending-indicator.tsx'

/** A link inside the back office. Nothing is fetched before it is pressed: these pages are read from the database. */
export function Link({ href, children, ...rest }: Omit<ComponentProps<typeof NextLink>, 'href'> & { href: string }) {
  return (
    <NextLink {...rest} href={href as Route} prefetch={false}>
      {children}
      <LinkPending />
    </NextLink>
  )
}

const ROW_OF_LINKS = 'inline-flex items-center whitespace-nowrap'

/** A link of a tab strip. */
export const TAB = `a-tab ${ROW_OF_LINKS} min-h-[max(2.25rem,var(--a-ctl))] border-b-2 border-transparent font-[550] text-ink-soft focus-visible:-outline-offset-2 aria-[current]:border-ink aria-[current]:text-ink`

/** A choice among several of which one holds. */
export const CHIP = `${ROW_OF_LINKS} min-h-[max(1.75rem,calc(var(--a-ctl)-0.25rem))] gap-1.5 rounded-[7px] border border-edge bg-card px-2 py-0.5 text-small font-medium [&:is([aria-current],[aria-pressed=true])]:border-transparent [&:is([aria-current],[aria-pressed=true])]:bg-[color-mix(in_oklab,var(--ink)_9%,var(--card))] [&:is([aria-current],[aria-pressed=true])]:font-semibold pointer-coarse:min-h-11`
