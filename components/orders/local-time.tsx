'use client'

import { type TimeShape, timeShape } from '#components/orders/time-shape.ts'
import { useZone } from '#components/orders/zone.tsx'
import { useTag } from '#components/ui/use-tag.ts'

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
