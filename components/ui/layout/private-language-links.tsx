'use client' // In a file of its own: pages that anybody may see do not read their query.

import { useSearchParams } from 'next/navigation'
import { LanguageLinks, type LanguageLinksProps } from '#components/ui/layout/site-links.tsx'

/** Links to the same page in each language where addresses name none. What the page is asked for stays. */
export function PrivateLanguageLinks(props: LanguageLinksProps) {
  const asked = new URLSearchParams([...useSearchParams(), ['lang', '']])

  return <LanguageLinks asked={`?${asked}`} {...props} />
}
