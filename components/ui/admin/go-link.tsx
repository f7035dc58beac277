import type { Route } from 'next'
import Link from 'next/link'
import type { ComponentProps } from 'react'
import { LinkPending } from './pending-indicator.tsx'

type GoLinkProps = Omit<ComponentProps<typeof Link>, 'href'> & { href: string }

/** A link inside the back office. Nothing is fetched before it is pressed: these pages are read from the database. */
export function GoLink({ href, children, ...rest }: GoLinkProps) {
  return (
    <Link {...rest} href={href as Route} prefetch={false}>
      {children}
      <LinkPending />
    </Link>
  )
}
