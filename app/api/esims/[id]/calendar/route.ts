import { NETWORK_ZONE } from '#lib/catalog/rules/trip.ts'
import { env } from '#lib/core/env.ts'
import { serve } from '#lib/core/http/route.ts'
import { calendarWords } from '#lib/core/i18n/calendar-words.ts'
import { intlTag } from '#lib/core/i18n/formats.ts'
import { privateLocale } from '#lib/core/i18n/private-locale.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { getEsimDates } from '#lib/esims/queries/usage.ts'
import { type CalendarEntry, toCalendarFile } from '#lib/esims/rules/calendar-file.ts'
import { downloadCalendarCall } from '#lib/esims/schema.ts'
import { getStore } from '#lib/settings/queries/store-facts.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export const GET = serve(downloadCalendarCall, async ({ caller, params }) => {
  const now = new Date()
  const dates = await getEsimDates(caller, params.id, now)
  if (!dates) throw new AppError('not_found', 'There is no such card.')
  const { destination, installBy, endsAt, order } = dates
  if (!installBy && !endsAt) throw new AppError('conflict', 'The network has named no date for this eSIM.')
  const locale = await privateLocale()
  const t = await calendarWords(locale)
  const clock = new Intl.DateTimeFormat(intlTag(locale), {
    ...{ dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', timeZone: NETWORK_ZONE },
  })
  // A traveller's own page stands behind a link that nobody knows here; the order is not theirs to see.
  const url = order && new URL(`/o/${order.id}/esims/${params.id}`, env.PUBLIC_URL).href
  const origin = order ? `${t('order', { number: order.number })} ` : ''
  const toEntry = (name: 'install' | 'end', ends: Date): Omit<CalendarEntry, 'begins' | 'remindBeforeMs'> => ({
    id: `${name}-${params.id}@${new URL(env.PUBLIC_URL).hostname}`,
    ends,
    title: t(`${name}Title`, { destination }),
    text: `${origin}${t(`${name}Text`, { at: `${clock.format(ends)} (GMT+8)` })}`,
    url,
  })
  const entries: CalendarEntry[] = []
  // Whether the day itself still counts, nobody says: reminders count from its beginning.
  if (installBy) {
    const begins = new Date(installBy.getTime() - DAY_MS + 60_000)
    entries.push({ ...toEntry('install', installBy), begins, remindBeforeMs: [7 * DAY_MS, 2 * DAY_MS] })
  }
  if (endsAt) {
    const begins = new Date(endsAt.getTime() - HOUR_MS)
    entries.push({ ...toEntry('end', endsAt), begins, remindBeforeMs: [23 * HOUR_MS] })
  }

  return new Response(toCalendarFile(entries, { madeAt: now, by: (await getStore()).name }), {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="esim-${order?.number ?? dates.iccidLast4}.ics"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  })
})
