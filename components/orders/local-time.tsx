'use client'

import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { type TimeShape, timeShape } from '#components/orders/order-texts.ts'
import { useTag } from '#components/ui/use-tag.ts'
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

type LocalTimeProps = {
  at: Date
  show: TimeShape
  /** Another clock than the reader's. */
  zone?: string
}

/** An instant on the reader's clock. */
export function LocalTime({ at, show, zone }: LocalTimeProps) {
  const own = useZone()
  const tag = useTag()
  const format = new Intl.DateTimeFormat(tag, { ...timeShape(show, at), timeZone: zone ?? own })

  return (
    // Two runtimes may punctuate a date differently; the browser's own way wins. React looks at the text's own element.
    <time dateTime={at.toISOString()}>
      {show === 'time' || show === 'time_zone' ? (
        <bdi suppressHydrationWarning>
          {show === 'time' ? format.format(at) : `${clockOf(format, at)} (${offsetOf(zone ?? own, at)})`}
        </bdi>
      ) : (
        <span className="[unicode-bidi:isolate]" suppressHydrationWarning>
          {format.format(at)}
        </span>
      )}
    </time>
  )
}

/** The name of the reader's zone as an offset: `GMT+1`. */
export function ZoneName({ at }: { at: Date }) {
  const zone = useZone()

  return <bdi suppressHydrationWarning>{offsetOf(zone, at)}</bdi>
}

function clockOf(format: Intl.DateTimeFormat, at: Date): string {
  const parts = format.formatToParts(at).filter(({ type }) => type === 'hour' || type === 'minute')

  return parts.map(({ value }) => value).join(':')
}

// `GMT+1` in every language, as on boarding passes: the translated forms do not fit between codes and times.
function offsetOf(timeZone: string, at: Date): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'shortOffset' })

  return format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT'
}
