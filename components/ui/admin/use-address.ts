'use client'

import { usePathname, useSearchParams } from 'next/navigation'

/** The address of the page as a link would say it. */
export function useAddress(): string {
  const path = usePathname()
  const query = useSearchParams().toString()

  return query === '' ? path : `${path}?${query}`
}
