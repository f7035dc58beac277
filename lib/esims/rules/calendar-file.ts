/** One entry of a calendar file. `remindBeforeMs` counts from its beginning. */
export type CalendarEntry = {
  /** The same for the same thing: a later file replaces the entry. */
  id: string
  begins: Date
  ends: Date
  title: string
  text: string
  url: string | null
  remindBeforeMs: number[]
}

const MAX_OCTETS = 75

/**
 * Returns a calendar file (RFC 5545). Its times are instants, so that every calendar shows them in its own zone.
 *
 * `madeAt` is when the facts were put together.
 */
export function toCalendarFile(
  entries: readonly CalendarEntry[],
  { madeAt, by }: { madeAt: Date; by: string },
): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(by)}//eSIM//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...entries.flatMap((entry) => toEvent(entry, madeAt)),
    'END:VCALENDAR',
  ]

  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function toEvent({ id, begins, ends, title, text, url, remindBeforeMs }: CalendarEntry, madeAt: Date): string[] {
  const alarms = remindBeforeMs.flatMap((before) => [
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(title)}`,
    `TRIGGER:-PT${Math.round(before / 60_000)}M`,
    'END:VALARM',
  ])

  return [
    'BEGIN:VEVENT',
    `UID:${id}`,
    `DTSTAMP:${utc(madeAt)}`,
    `DTSTART:${utc(begins)}`,
    `DTEND:${utc(ends)}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(text)}`,
    ...(url === null ? [] : [`URL:${url}`]),
    'TRANSP:TRANSPARENT',
    ...alarms,
    'END:VEVENT',
  ]
}

function utc(at: Date): string {
  return `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll(/\r?\n/g, '\\n')
}

// Lines are cut by octets, and never inside a letter.
function folded(line: string): string {
  let used = 0

  return Array.from(line, (email) => {
    const size = new TextEncoder().encode(email).length
    const isFull = used + size > MAX_OCTETS
    used = isFull ? 1 + size : used + size

    return isFull ? `\r\n ${email}` : email
  }).join('')
}
