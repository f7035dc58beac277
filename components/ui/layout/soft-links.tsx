'use client'

import { usePathname, useRouter } from 'next/navigation'
import { useEffect } from 'react'

type Href = Parameters<ReturnType<typeof useRouter>['push']>[0]

// Pages of the other root layouts are left to the browser: they come with their own policy and bundle.
const SOFT =
  /^(\/[a-z]{2})?\/?($|(destinations|plans|trip|compare|sim-cards(?!\/check)|compatibility|help|legal)(\/|$))/
// Another language is another `lang` and `dir` of the whole document.
const PLAIN = 'a:not([target],[download],[hreflang])'
const HOVER_MS = 65

/**
 * Fetches a whole page ahead. By itself the router fetches only what the build has described, and a page that is made at
 * its first visit is none of that: of such a page it would fetch the route and nothing else. The types leave the option out.
 */
type PrefetchWhole = (path: string, options: { kind: 'full' }) => void
/** A page that has come to rest for this long is being read, not scrolled past. */
const REST_MS = 300
/** What a visitor reads such a page for. */
const NEXT_STEP = /\/(destinations|plans)\/[^/]+$/
/** Links fetched ahead each time a page comes to rest, and for one view of it in all. */
const AT_REST = 2
const PER_VIEW = 12

type Sparing = Navigator & { connection?: { saveData?: boolean } }

/**
 * Makes plain links of the public pages fast: one listener for all of them instead of one component each.
 *
 * A page is fetched ahead when somebody points at its link, focuses it or presses it. On a touch screen, where nobody can
 * point, the first destinations or plans in view are fetched while the visitor reads. Never on a data saver.
 */
export function SoftLinks() {
  const router = useRouter()
  const here = usePathname()

  useEffect(() => {
    const prefetchWhole = router.prefetch as PrefetchWhole
    const ahead = new Set([here])
    let timer: ReturnType<typeof setTimeout> | undefined
    let resting: ReturnType<typeof setTimeout> | undefined

    const prefetch = (link: HTMLAnchorElement) => {
      const path = link.pathname
      if (ahead.has(path) || (navigator as Sparing).connection?.saveData) return
      ahead.add(path)
      prefetchWhole(path, { kind: 'full' })
    }
    const onRest = () => {
      if (ahead.size > PER_VIEW) return
      const wanted = nextSteps().filter((link) => !ahead.has(link.pathname))
      for (const link of wanted.slice(0, AT_REST)) prefetch(link)
    }
    const onScroll = () => {
      clearTimeout(resting)
      resting = setTimeout(onRest, REST_MS)
    }
    const onNear = (event: Event) => {
      clearTimeout(timer)
      const link = softLink(event)
      // A pointer that only passes over a link does not mean it.
      if (link) timer = setTimeout(prefetch, event.type === 'pointerover' ? HOVER_MS : 0, link)
    }
    const onClick = (event: MouseEvent) => {
      closeMenus(event)
      if (event.defaultPrevented || event.button !== 0) return
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      const link = softLink(event)
      if (!link) return
      event.preventDefault()
      router.push((link.pathname + link.search + link.hash) as Href)
    }

    const listening = new AbortController()
    const { signal } = listening
    const passive = { passive: true, signal }
    if (window.matchMedia('(hover: none)').matches) {
      document.addEventListener('scroll', onScroll, passive)
      onScroll()
    }
    for (const type of ['pointerover', 'focusin', 'pointerdown']) document.addEventListener(type, onNear, passive)
    document.addEventListener('click', onClick, { signal })
    document.addEventListener('keydown', closeOnEscape, passive)

    return () => {
      clearTimeout(timer)
      clearTimeout(resting)
      listening.abort()
    }
  }, [router, here])

  return null
}

/** The destinations and plans that a visitor sees now, from the top. */
function nextSteps(): HTMLAnchorElement[] {
  return [...document.querySelectorAll<HTMLAnchorElement>(`main ${PLAIN}`)].filter((link) => {
    const { top, bottom } = link.getBoundingClientRect()

    return bottom > 0 && top < window.innerHeight && NEXT_STEP.test(link.pathname) && isSoft(link)
  })
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
