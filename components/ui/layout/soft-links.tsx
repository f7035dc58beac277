'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

// Pages of the other root layouts are left to the browser: they come with their own policy and bundle.
const SOFT =
  /^(\/[a-z]{2})?\/?($|(destinations|plans|trip|compare|sim-cards(?!\/check)|compatibility|help|legal)(\/|$))/
const HOVER_MS = 65

/**
 * Makes plain links of the public pages fast: one listener for all of them instead of one component each.
 *
 * A page is fetched ahead only when somebody points at its link, focuses it or presses it, and never on a data saver.
 */
export function SoftLinks() {
  const router = useRouter()

  useEffect(() => {
    const ahead = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | undefined

    const prefetch = (link: HTMLAnchorElement) => {
      const path = link.pathname
      if (ahead.has(path) || savesData()) return
      ahead.add(path)
      router.prefetch(path as Parameters<typeof router.prefetch>[0])
    }
    const onOver = (event: Event) => {
      clearTimeout(timer)
      const link = softLink(event)
      if (link) timer = setTimeout(() => prefetch(link), HOVER_MS)
    }
    const onNear = (event: Event) => {
      const link = softLink(event)
      if (link) prefetch(link)
    }
    const onClick = (event: MouseEvent) => {
      closeMenus(event)
      if (event.defaultPrevented || event.button !== 0) return
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      const link = softLink(event)
      if (!link) return
      event.preventDefault()
      router.push((link.pathname + link.search + link.hash) as Parameters<typeof router.push>[0])
    }

    document.addEventListener('pointerover', onOver, { passive: true })
    document.addEventListener('focusin', onNear)
    document.addEventListener('pointerdown', onNear, { passive: true })
    document.addEventListener('click', onClick)
    document.addEventListener('keydown', closeOnEscape)

    return () => {
      clearTimeout(timer)
      document.removeEventListener('pointerover', onOver)
      document.removeEventListener('focusin', onNear)
      document.removeEventListener('pointerdown', onNear)
      document.removeEventListener('click', onClick)
      document.removeEventListener('keydown', closeOnEscape)
    }
  }, [router])

  return null
}

function softLink(event: Event): HTMLAnchorElement | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.origin !== window.location.origin || link.target || link.hasAttribute('download')) return null
  // Another language is another `lang` and `dir` of the whole document.
  if (link.hreflang || !SOFT.test(link.pathname)) return null
  const isSamePage = link.pathname === window.location.pathname && link.hash !== ''

  return isSamePage ? null : link
}

function savesData(): boolean {
  const connection = (navigator as Navigator & { connection?: { saveData?: boolean } }).connection

  return connection?.saveData === true
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
