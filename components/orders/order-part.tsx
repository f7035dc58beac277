'use client'

import { type ReactNode, useEffect, useRef } from 'react'
import { Icon, type IconName } from '#components/ui/icon.tsx'

type OrderPartProps = {
  id: string
  icon: IconName
  name: string
  /** How it stands, in a few words: what somebody needs to know without opening it. */
  state: ReactNode
  /** Where something is under way, nobody has to look for it. */
  isOpen?: boolean
  children: ReactNode
}

/** A part of an order below its eSIM, folded until somebody wants it or a link leads into it. */
export function OrderPart({ id, icon, name, state, isOpen = false, children }: OrderPartProps) {
  const part = useRef<HTMLDetailsElement>(null)

  // Not every browser opens what an address leads into.
  useEffect(() => {
    const follow = () => {
      const target = location.hash && document.getElementById(location.hash.slice(1))
      if (!part.current || !target || !part.current.contains(target) || part.current.open) return
      part.current.open = true
      target.scrollIntoView()
    }
    follow()
    window.addEventListener('hashchange', follow)

    return () => window.removeEventListener('hashchange', follow)
  }, [])

  return (
    <details className="part group border-t border-line last:border-b" id={id} ref={part} open={isOpen}>
      <summary className="flex min-h-16 cursor-pointer items-center gap-x-3 py-3">
        <Icon name={icon} className="soft" />
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
          <h2 className="text-(length:--s1)">{name}</h2>
          <span className="small soft">{state}</span>
        </span>
        <Icon name="down" className="soft group-open:rotate-180" />
      </summary>
      <div className="panels mt-0 mb-5">{children}</div>
    </details>
  )
}
