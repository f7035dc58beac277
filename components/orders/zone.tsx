'use client'

import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { useBrowser } from '#lib/core/client/use-browser.ts'
import { cookieLine } from '#lib/core/rules/own-cookie.ts'

const YEAR_SECONDS = 365 * 24 * 60 * 60

const ZoneContext = createContext('UTC')

type ZoneProviderProps = {
  /** The zone that this browser named last time; the server writes times in it until the browser speaks. */
  initialZone: string
  /** The zone that a signed-in customer has chosen, `null` for that of the browser. */
  homeZone?: string | null
  children: ReactNode
}

/** Gives every time on the page the zone of the browser, and keeps that zone for the next page from the server. */
export function ZoneProvider({ initialZone, homeZone = null, children }: ZoneProviderProps) {
  const zone = useBrowser(browserZone, initialZone)

  useEffect(() => {
    if (zone === initialZone) return
    // biome-ignore lint/suspicious/noDocumentCookie: the other interface is missing in some browsers.
    document.cookie = cookieLine(location.origin, {
      name: 'tz',
      value: encodeURIComponent(zone),
      seconds: YEAR_SECONDS,
    })
  }, [zone, initialZone])

  return <ZoneContext value={homeZone ?? zone}>{children}</ZoneContext>
}

/** The zone that times on this page are written in, as an IANA name. */
export function useZone(): string {
  return useContext(ZoneContext)
}

function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC'
}
