'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

type Href = Parameters<ReturnType<typeof useRouter>['push']>[0]

// Pages of the other root layouts are left to the browser: they come with their own policy and bundle.
const SOFT =
  /^(\/[a-z]{2})?\/?($|(destinations|plans|trip|compare|sim-cards(?!\/check)|compatibility|help|legal)(\/|$))/
// Another language is another `lang` and `dir` of the whole document.
const PLAIN = 'a:not([target],[download],[hreflang])'
/** A pointer that only passes over a link does not mean it, and a press that is over sooner fetches the page itself. */
const HOVER_MS = 65

/**
 * Fetches a whole page ahead. By itself the router fetches only what the build has described, and a page that is made at
 * its first visit is none of that: of such a page it would fetch the route and nothing else. The types leave the option out.
 */
type PrefetchWhole = (path: string, options: { kind: 'full' }) => void

type Sparing = Navigator & { connection?: { saveData?: boolean } }

/**
 * Makes plain links of the public pages fast: one listener for all of them instead of one component each.
 *
 * A page is fetched ahead only when somebody points at its link, focuses it or presses it, and never on a data saver.
 */
export function SoftLinks() {
  const router = useRouter()

  useEffect(() => {
    const prefetchWhole = router.prefetch as PrefetchWhole
    const ahead = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | undefined

    const prefetch = (link: HTMLAnchorElement) => {
      const path = link.pathname
      if (ahead.has(path) || (navigator as Sparing).connection?.saveData) return
      ahead.add(path)
      prefetchWhole(path, { kind: 'full' })
    }
    const onNear = (event: Event) => {
      clearTimeout(timer)
      const link = softLink(event)
      if (link) timer = setTimeout(prefetch, HOVER_MS, link)
    }
    const onClick = (event: MouseEvent) => {
      closeMenus(event)
      if (event.defaultPrevented || event.button !== 0) return
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      const link = softLink(event)
      if (!link) return
      event.preventDefault()
      clearTimeout(timer)
      router.push((link.pathname + link.search + link.hash) as Href)
    }

    const listening = new AbortController()
    const { signal } = listening
    const passive = { passive: true, signal }
    document.addEventListener('pointerover', onNear, passive)
    document.addEventListener('focusin', onNear, passive)
    document.addEventListener('click', onClick, { signal })
    document.addEventListener('keydown', closeOnEscape, passive)

    return () => {
      clearTimeout(timer)
      listening.abort()
    }
  }, [router])

  return null
}

function softLink({ target }: Event): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>(PLAIN) : null

  return link && isSoft(link) ? link : null
}

function isSoft({ origin, pathname, hash }: HTMLAnchorElement): boolean {
  const isSamePage = pathname === location.pathname && hash !== ''

  return origin === location.origin && SOFT.test(pathname) && !isSamePage
}

function closeMenus(event: Event): void {
  for (const menu of document.querySelectorAll('details.menu[open]')) {
    const isInside = event.target instanceof Node && menu.contains(event.target)
    const isLink = event.target instanceof Element && event.target.closest('a') !== null
    if (!isInside || isLink) menu.removeAttribute('open')
  }
}

function closeOnEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape') return
  const menu = document.querySelector('details.menu[open]')
  menu?.removeAttribute('open')
  menu?.querySelector('summary')?.focus()
}
