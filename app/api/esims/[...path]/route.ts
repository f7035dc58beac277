import { correction, generate } from 'lean-qr'
import { toSvgSource } from 'lean-qr/extras/svg'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { NETWORK_ZONE } from '#lib/catalog/rules/trip.ts'
import { env } from '#lib/core/env.ts'
import { answering, serve } from '#lib/core/http/route.ts'
import { calendarLabels } from '#lib/core/i18n/calendar-messages.ts'
import { intlTag } from '#lib/core/i18n/formats.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { esimNetworks } from '#lib/esims/commands/esim-record.ts'
import { makeTopUpQuote } from '#lib/esims/commands/make-top-up-quote.ts'
import { openedEsim, revealEsim } from '#lib/esims/commands/reveal-esim.ts'
import { sendCopy } from '#lib/esims/commands/send-copy.ts'
import { nameEsim, shareEsim } from '#lib/esims/commands/shares.ts'
import { topUpDestinations, topUpOptions } from '#lib/esims/commands/top-up-offer.ts'
import { refreshUsage } from '#lib/esims/commands/usage.ts'
import { getEsimDates } from '#lib/esims/queries/usage.ts'
import { type CalendarEntry, toCalendarFile } from '#lib/esims/rules/calendar-file.ts'
import {
  downloadCalendarCall,
  downloadQrCodeCall,
  listNetworksCall,
  listTopUpDestinationsCall,
  listTopUpPlansCall,
  nameEsimCall,
  quoteTopUpCall,
  refreshUsageCall,
  revealEsimCall,
  sendEsimCopyCall,
  shareEsimCall,
} from '#lib/esims/schema.ts'
import { qrPng } from '#lib/mail/qr-png.ts'
import { getStore } from '#lib/settings/queries/store-details.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const QUIET_ZONE = 4
const HEADERS = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

function pngOf(code: string): Response {
  return new Response(Buffer.from(qrPng(code)), {
    headers: { ...HEADERS, 'content-type': 'image/png', 'content-disposition': 'attachment' },
  })
}

function svgOf(code: string): Response {
  const drawing = generate(code, { minCorrectionLevel: correction.M, maxCorrectionLevel: correction.M })
  const svg = toSvgSource(drawing, { on: 'black', off: 'white', pad: QUIET_ZONE, xmlDeclaration: true })

  return new Response(svg, { headers: { ...HEADERS, 'content-type': 'image/svg+xml' } })
}

export const { GET, POST, PATCH, DELETE, OPTIONS } = answering([
  serve(downloadCalendarCall, async ({ caller, params }) => {
    const now = new Date()
    const locale = await privateLocale()
    const dates = await getEsimDates(caller, params.id, { now, locale })
    if (!dates) throw new AppError('not_found', 'There is no such card.')
    const { destination, installBy, endsAt, order } = dates
    if (!installBy && !endsAt) throw new AppError('conflict', 'The network has named no date for this eSIM.')
    const t = await calendarLabels(locale)
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
      text: `${origin}${t(`${name}Text`, { at: clock.format(ends) })}`,
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
  }),
  serve(sendEsimCopyCall, ({ caller, params }) => sendCopy(caller, params.id)),
  serve(listTopUpDestinationsCall, async ({ caller, params, query }) => ({
    destinations: await topUpDestinations(caller, { esimId: params.id, ...query }),
  })),
  serve(listNetworksCall, async ({ caller, params, query }) => ({
    countries: await esimNetworks(caller, { esimId: params.id, ...query }),
  })),
  serve(downloadQrCodeCall, async ({ caller, params, query }) => {
    const { activationCode } = await openedEsim(caller, params.id)

    return query.format === 'png' ? pngOf(activationCode) : svgOf(activationCode)
  }),
  serve(refreshUsageCall, ({ caller, params }) => refreshUsage(caller, params.id)),
  serve(revealEsimCall, ({ caller, params, body }) => revealEsim(caller, params.id, body)),
  serve(nameEsimCall, ({ caller, params, body }) => nameEsim(caller, params.id, body.name)),
  serve(shareEsimCall, ({ caller, params, body }) => shareEsim(caller, params.id, body.name)),
  serve(listTopUpPlansCall, ({ caller, params }) => topUpOptions(caller, params.id)),
  serve(quoteTopUpCall, async ({ caller, params, body }) => ({
    quote: await makeTopUpQuote(caller, { ...body, esimId: params.id }),
  })),
])
