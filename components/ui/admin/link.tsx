import type { Route } from 'next'
import NextLink from 'next/link'
import type { ComponentProps } from 'react'
import { LinkPending } from './pending-indicator.tsx'

type LinkProps = Omit<ComponentProps<typeof NextLink>, 'href'> & { href: string }

/** A link inside the back office. Nothing is fetched before it is pressed: these pages are read from the database. */
export function Link({ href, children, ...rest }: LinkProps) {
  return (
    <NextLink {...rest} href={href as Route} prefetch={false}>
      {children}
      <LinkPending />
    </NextLink>
  )
}
