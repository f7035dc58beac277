'use client'

import { useEffect } from 'react'

/**
 * Leads from the menu of languages straight to a page that has another address in each. The menu knows no page: it would
 * take a redirect. The head of the page names its addresses, read at the press because by then it is that of this page.
 */
export function LanguageAddresses() {
  useEffect(() => {
    const lead = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('.menu [hreflang]') : null
      const there = link && document.head.querySelector<HTMLLinkElement>(`[hreflang="${link.hreflang}"]`)
      if (there) link.href = new URL(there.href).pathname
    }
    document.addEventListener('click', lead, true)

    return () => document.removeEventListener('click', lead, true)
  }, [])

  return null
}
