'use client'

import { useSyncExternalStore } from 'react'
import { Icon } from '#components/ui/icon.tsx'
import { countCart, subscribeCart } from '#lib/checkout/client/cart-store.ts'

/** The way to the cart, with what this browser has in it. The page itself is the same to everybody. */
export function CartLink({ href, label, counted }: { href: string; label: string; counted: string }) {
  const count = useSyncExternalStore(subscribeCart, countCart, () => 0)

  return (
    <a
      className="site-tool cart-link"
      href={href}
      aria-label={count > 0 ? counted.replace('{count}', `${count}`) : label}
    >
      <Icon name="bag" />
      {count > 0 ? (
        <b className="num" aria-hidden="true">
          {count}
        </b>
      ) : null}
    </a>
  )
}
