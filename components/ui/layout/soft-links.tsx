'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { watchMenus } from '#components/ui/layout/watch-menus.ts'
import { useEarlyChoices } from '#lib/core/client/early-fields.ts'

type Href = Parameters<ReturnType<typeof useRouter>['push']>[0]

// Pages of the other root layouts are left to the browser: they come with their own policy and bundle.
const SOFT =
  /^(\/[a-z]{2})?\/?($|(destinations|plans|trip|compare|sim-cards(?!\/check)|compatibility|help|legal)(\/|$))/
// Another language is another `lang` and `dir` of the whole document.
const PLAIN = 'a:not([target],[download],[hreflang])'
/** What may be pressed next: 7 KB each, 84 KB in all. */
const LISTED = 'main ul a, .hits a'
const MAX_AHEAD = 12
/** What only passes by while somebody scrolls is not fetched. */
const REST_MS = 150
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
 * A page is fetched ahead only when somebody points at its link with a mouse or focuses it, and, once somebody moves about
 * on the page or types, when its link rests in view. Never on a data saver. Whoever comes from elsewhere to a page that is
 * not in their language is offered it.
 */
export function SoftLinks() {
  const router = useRouter()
  useEarlyChoices()

  useEffect(() => {
    // Of no use to those who read their own language already: they do not fetch it.
    if (!navigator.language.startsWith(document.documentElement.lang)) {
      void import('./language-offer.ts').then(({ offerLanguage }) => offerLanguage())
    }
  }, [])

  useEffect(() => {
    const prefetchWhole = router.prefetch as PrefetchWhole
    const ahead = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | undefined
    let rest: ReturnType<typeof setTimeout> | undefined
    let next = ''

    const prefetch = ({ pathname }: HTMLAnchorElement) => {
      if (!(navigator as Sparing).connection?.saveData) prefetchWhole(pathname, { kind: 'full' })
    }
    const isSeen = (link: HTMLAnchorElement) => {
      const { top } = link.getBoundingClientRect()

      return top > 0 && top < innerHeight && isSoft(link) && !ahead.has(link.pathname)
    }
    const prefetchSeen = () => {
      // The page that was pressed is on its way: nothing of this one is to share the line with it.
      if (next && next !== location.pathname) return
      const links = [...document.querySelectorAll<HTMLAnchorElement>(LISTED)].filter(isSeen)
      // The router begins with what it was told last.
      for (const link of links.slice(0, MAX_AHEAD - ahead.size).reverse()) {
        ahead.add(link.pathname)
        prefetch(link)
      }
    }
    const onNear = (event: Event) => {
      clearTimeout(timer)
      clearTimeout(rest)
      const link = softLink(event)
      // Who enters a field is about to see other links: those of the answer. A focused link is fetched by itself.
      if (event.type !== 'focusin') rest = setTimeout(prefetchSeen, REST_MS)
      if (link) timer = setTimeout(prefetch, HOVER_MS, link)
    }
    const onClick = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0) return
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      const link = softLink(event)
      if (!link) return
      event.preventDefault()
      // What was pressed comes first, and the next page has links of its own.
      next = link.pathname
      // Until the page is there the link shows that it was pressed.
      link.dataset.pressed = ''
      ahead.clear()
      clearTimeout(timer)
      clearTimeout(rest)
      router.push((link.pathname + link.search + link.hash) as Href)
    }

    const listening = new AbortController()
    const { signal } = listening
    const passive = { passive: true, signal }
    // Of a finger it comes with the press, not before: a page on its way would be asked for once more by the press.
    document.addEventListener('mouseover', onNear, passive)
    document.addEventListener('scroll', onNear, passive)
    document.addEventListener('focusin', onNear, passive)
    document.addEventListener('input', onNear, passive)
    document.addEventListener('click', onClick, { signal })
    watchMenus(signal)

    return () => {
      clearTimeout(timer)
      clearTimeout(rest)
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
