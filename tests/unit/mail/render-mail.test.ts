import { describe, expect, test } from 'vitest'
import { SHIPPED_LOCALES } from '#lib/core/i18n/config.ts'
import { maskCodes } from '#lib/core/rules/mask.ts'
import { money } from '#lib/core/rules/money.ts'
import type { MailItem } from '#lib/mail/mail-props.ts'
import { renderMail } from '#lib/mail/render-mail.tsx'
import { createWriter } from '#lib/mail/writer.ts'
import { readQr } from '#tests/support/browser/read-qr.ts'
import { kinds, order, samples, shop } from './samples.ts'

const [japan] = samples.order_paid.items as [MailItem]

/** The sample of a kind with `null` wherever its facts may be unknown. */
function withoutDetails(kind: (typeof kinds)[number]) {
  const unknown = {
    order_paid: { topUp: null, withdrawalUntil: null },
    order_ready: { installBefore: null },
    esim_copy: { installBefore: null },
    order_not_placed: { part: null },
    pay_link: { payUntil: null },
    credit_given: { endsAt: null },
    find_link: { linksUntil: null },
    message_for_store: { orderNumber: null },
  }

  return { ...samples[kind], ...(unknown as Record<string, object>)[kind], shop: { ...shop, supportEmail: null } }
}

const everyMail = kinds.flatMap((kind) => SHIPPED_LOCALES.map((locale) => [kind, locale] as const))

describe.each(everyMail)('the mail %s in %s', (kind, locale) => {
  test('fetches nothing, runs nothing and names its language and direction', async () => {
    const { html } = await renderMail(kind, samples[kind], locale)

    // The QR code travels inside its mail.
    const fetched = html.replaceAll(/<img [^>]*src="cid:esim-qr"[^>]*>/g, '')

    expect(fetched).not.toMatch(/<img|<script|<link|url\(|@import|javascript:/i)
    expect(html).toMatch(new RegExp(`<html[^>]*lang="${locale}"`))
    expect(new Set([...html.matchAll(/ dir="(\w+)"/g)].map((match) => match[1]))).toEqual(
      // What somebody else wrote is in any language.
      new Set([locale === 'ar' ? 'rtl' : 'ltr', ...(kind === 'gift' ? ['auto'] : [])]),
    )
    expect(html.match(/<title>/g)).toHaveLength(1)
    expect(html).toContain('prefers-color-scheme: dark')
  })

  test('says in plain text every address that its HTML links to', async () => {
    const { html, text } = await renderMail(kind, samples[kind], locale)

    const links = [...html.matchAll(/href="([^"]+)"/g)].map((match) => match[1]?.replaceAll('&amp;', '&') ?? '')

    expect(links.length).toBeGreaterThan(0)
    for (const link of links) expect(text).toContain(link)
  })

  test('has a subject of one line without code or unfinished words', async () => {
    const { subject, text } = await renderMail(kind, samples[kind], locale)

    expect(subject).toMatch(/^[^\r\n]{5,100}$/)
    expect(`${subject}${text}`).not.toMatch(/[{}]|undefined|NaN|layout\.|order(Paid|Ready|Problem)\./)
  })

  test('says neither null nor undefined, not even where a fact is not known', async () => {
    for (const props of [samples[kind], withoutDetails(kind)]) {
      const { subject, html, text } = await renderMail(kind, props, locale)

      expect(`${subject}${html}${text}`).not.toMatch(/\b(null|undefined|NaN)\b|Invalid Date|\[object /)
    }
  })

  test('carries the sandbox line when nothing is real, and only then', async () => {
    const trial = { ...samples[kind], shop: { ...shop, isTrial: true } }

    const inTrial = await renderMail(kind, trial, locale)
    const live = await renderMail(kind, samples[kind], locale)

    expect(inTrial.text.startsWith('[')).toBe(true)
    expect(inTrial.html.length).toBeGreaterThan(live.html.length)
    expect(live.text.startsWith('[')).toBe(false)
  })
})

test.each([
  ['order_paid', 'We have your payment for order LF-7Q2K'],
  ['order_ready', 'Your order LF-7Q2K is ready'],
  ['order_problem', 'Your order LF-7Q2K takes longer than usual'],
  ['order_not_placed', 'Your order LF-7Q2K could not be delivered'],
  ['refund', 'Your refund for order LF-7Q2K'],
  ['top_up_ready', 'Your top-up for eSIM ••1234 is done'],
  ['find_link', 'Your orders at Landfall'],
] as const)('%s has the subject %j', async (kind, subject) => {
  expect((await renderMail(kind, samples[kind], 'en')).subject).toBe(subject)
})

test('a paid order lists every plan and adds up, with names shown as text', async () => {
  const odd = { ...japan, plan: { ...japan.plan, destination: 'Thailand <all>' } }
  const items = [...samples.order_paid.items, odd]
  const { text, html } = await renderMail('order_paid', { ...samples.order_paid, items }, 'en')

  expect(text).toContain('Japan, 3\u00a0GB, 30 days: €12.40')
  expect(text).toContain('5 × Thailand, 500\u00a0MB a day, 9 days: €41.00')
  expect(text).toContain('Total: €47.47')
  expect(html).toContain('Thailand &lt;all&gt;')
})

test('a plan is written as the language writes amounts, figures beside their unit', async () => {
  const plan = { ...japan.plan, data: { value: 1536, unit: 'MB' as const } }
  const textIn = async (locale: string) =>
    (await renderMail('order_paid', { ...samples.order_paid, items: [{ ...japan, plan }] }, locale)).text

  expect(await textIn('de')).toContain('Japan, 1.536\u00a0MB, 30 Tage: ')
  expect(await textIn('ar')).toContain('\u20661,536\u00a0MB\u2069\u2069، 30 يومًا')
})

test.each(kinds)('%s keeps no light ground in a dark theme, and no date without its zone', async (kind) => {
  const { html, text } = await renderMail(kind, samples[kind], 'en')
  const paper = /<body[^>]*background-color:(#\w+)/.exec(html)?.[1] ?? ''
  // The cell that a body is made of has no class: the sheet for dark themes finds it by its place.
  const bare = [...html.matchAll(/<(\w+)([^>]*background-color:(#\w+)[^>]*)>/g)].filter(
    ([, , rest, ground]) => ground === paper && !/class="/.test(rest ?? ''),
  )

  expect(bare.map(([, tag]) => tag)).toEqual(['td'])
  expect(html).toMatch(/\.paper > table > tbody > tr > td \{ background-color: #(?!fcfaf6)\w+ !important/)
  expect(text.match(/\d{1,2} [A-Z][a-z]+ 20\d\d(?! at \d\d:\d\d (?:GMT|UTC|CET))/g)).toBeNull()
})

test('the way back to the shop keeps the language of the mail', async () => {
  const textOf = async (kind: 'order_not_placed' | 'credit_given' | 'message_received', locale: string) =>
    (await renderMail(kind, samples[kind] as never, locale)).text

  expect(await textOf('order_not_placed', 'de')).toContain(`${shop.url}/de\n`)
  expect(await textOf('credit_given', 'ar')).toContain(`${shop.url}/ar\n`)
  expect(await textOf('message_received', 'de')).toContain(`${shop.url}/contact?lang=de\n`)
  expect(await textOf('order_not_placed', 'en')).toContain(`${shop.url}/\n`)
})

test('a time is given in the zone of the reader, and says which', async () => {
  const { text } = await renderMail('order_ready', samples.order_ready, 'en')

  expect(text).toContain('Install your eSIM before 30 June 2027 at 17:59 GMT+9.')
})

test('a refund is offered only where the terms of the plan leave one', async () => {
  const { text } = await renderMail('order_ready', { ...samples.order_ready, isRefundable: false }, 'en')

  expect(text).toContain('Showing a code starts the service and ends')
  expect(text).not.toContain('refund')
})

test('an order that is partly ready says what is missing and what happens then', async () => {
  const { text, subject } = await renderMail('order_ready', { ...samples.order_ready, totalCount: 5 }, 'en')

  expect(subject).toBe('Your order LF-7Q2K takes longer than usual')
  expect(text).toContain('3 of 5 eSIMs are ready')
  expect(text).toContain('We are still getting the other 2. If they do not arrive, we refund their price.')
})

test('an unclear answer of the network says not to pay again', async () => {
  const { text } = await renderMail(
    'order_problem',
    { ...samples.order_problem, situation: { kind: 'confirming' } },
    'en',
  )

  expect(text).toContain('Your payment is safe.')
  expect(text).toContain('Please do not pay again.')
})

test.each(SHIPPED_LOCALES)(
  'an order with our team says since when, and by when there is news, in %s',
  async (locale) => {
    const situation = {
      kind: 'with_team',
      since: new Date('2027-03-03T05:05:00Z'),
      nextNewsBy: new Date('2027-03-04T09:00:00Z'),
    } as const
    const problem = samples.order_problem
    const transfer = { arrived: money(150, 'EUR'), missing: money(849, 'EUR') }
    const { text } = await renderMail(
      'order_problem',
      { ...problem, situation: { ...situation, isAgain: false } },
      locale,
    )
    const again = await renderMail(
      'order_problem',
      { ...problem, transfer, situation: { ...situation, isAgain: true } },
      locale,
    )
    const { instant, money: sum } = createWriter(locale, order.timeZone)

    expect(text).toContain(instant(situation.since))
    expect(text).toContain(instant(situation.nextNewsBy))
    expect(again.text).toContain(instant(situation.nextNewsBy))
    expect(again.text.split('\n')[0]).not.toBe(text.split('\n')[0])
    for (const part of [sum(transfer.arrived), sum(transfer.missing)]) {
      expect(again.text).toContain(part)
      expect(text).not.toContain(part)
    }
  },
)

test('a message that quotes an activation code is mailed without it', async () => {
  const typed = 'my code LPA:1$rsp.example$ABC does not scan'
  const received = { ...samples.message_received, text: maskCodes(typed) }

  await expect(renderMail('message_received', { ...received, text: typed }, 'en')).rejects.toThrow('activation code')
  expect((await renderMail('message_received', received, 'en')).text).toContain('my code LPA:… does not scan')
})

test.each(SHIPPED_LOCALES)('a refund says which way the money goes, in %s', async (locale) => {
  const texts = await Promise.all(
    (['stripe', 'bank_transfer', 'elsewhere', 'test'] as const).map(
      async (way) => (await renderMail('refund', { ...samples.refund, way }, locale)).text,
    ),
  )

  expect(new Set(texts).size).toBe(4)
})

test('a refund of a test payment says that no money moves', async () => {
  const { text, subject } = await renderMail('refund', { ...samples.refund, way: 'test' }, 'en')

  expect(text).toContain('This was a test payment: no money was charged, and none is sent.')
  expect(`${subject}${text}`).not.toMatch(/on the way|your bank/)
})

test('money that was only held is released, money that was taken is sent back', async () => {
  const released = await renderMail('order_not_placed', samples.order_not_placed, 'en')
  const refunded = await renderMail('order_not_placed', { ...samples.order_not_placed, money: 'refunded' }, 'en')

  expect(released.text).toContain('The €53.40 reserved on your card has been released')
  expect(refunded.text).toContain('We refunded €53.40')
})

test.each([null, { ...japan, count: 2 }])('what was free is no money that comes back: %j', async (part) => {
  const props = { ...samples.order_not_placed, amount: money(0, 'EUR'), part, money: 'none' as const }
  const { text, html, subject } = await renderMail('order_not_placed', props, 'en')

  expect(`${subject}${text}${html}`).not.toMatch(/€|your bank|refund|money/i)
})

test('a part that did not come is named, and the rest of the order is not given up', async () => {
  const part = { ...japan, count: 2 }
  const { text, subject } = await renderMail('order_not_placed', { ...samples.order_not_placed, part }, 'en')

  expect(subject).toBe('Part of your order LF-7Q2K could not be delivered')
  expect(text).toContain('We could not get 2 × Japan, 3\u00a0GB, 30 days')
  expect(text).toContain('The rest of your order continues unchanged')
  expect(text).toContain(order.url)
})

test('an activation code that got into a name stops the mail', async () => {
  const leak = { ...samples.refund, items: [{ ...japan, plan: { ...japan.plan, destination: 'LPA:1$host$token' } }] }

  await expect(renderMail('refund', leak, 'en')).rejects.toThrow('activation code')
})

test('the one mail with a code holds its own, as picture and as values, and no other one', async () => {
  const { subject, html, text, pictures } = await renderMail('esim_copy', samples.esim_copy, 'en')
  const { activationCode, smdpAddress, matchingId } = samples.esim_copy.code

  expect(pictures.map(({ bytes }) => readQr(Buffer.from(bytes)))).toEqual([activationCode])
  for (const value of [activationCode, smdpAddress, matchingId]) {
    expect(html).toContain(value)
    expect(text).toContain(value)
  }
  expect(subject).not.toContain(matchingId)
  expect(`${html}${text}`).not.toContain('esimsetup')
  const hint = { ...samples.esim_copy.code, confirmationHint: 'LPA:1$host$token' }
  for (const leak of [{ destination: 'LPA:1$host$token' }, { destination: `${matchingId}, Japan` }, { code: hint }]) {
    await expect(renderMail('esim_copy', { ...samples.esim_copy, ...leak }, 'en')).rejects.toThrow('activation code')
  }
})

test('no other mail draws a code', async () => {
  for (const kind of kinds.filter((one) => one !== 'esim_copy')) {
    expect((await renderMail(kind, samples[kind], 'en')).pictures).toEqual([])
  }
})

test('a reference with a line break stays one line of the subject', async () => {
  const forged = { ...samples.order_ready, order: { ...order, reference: 'LF-1\r\nBcc: all@example.com' } }

  expect((await renderMail('order_ready', forged, 'en')).subject).not.toMatch(/[\r\n]/)
})

test('a shop with colours and a logo of its own shows them and nothing of the usual ones', async () => {
  const logo = { src: 'cid:logo', width: 200, height: 50, hasName: true }
  const own = { ...shop, accent: { light: '#0b5cad', dark: '#7ab8ff' }, logo }
  const { html } = await renderMail('order_ready', { ...samples.order_ready, shop: own }, 'en')

  expect(html).toContain('#0b5cad')
  expect(html).toContain('#7ab8ff')
  expect(html).toMatch(/<img[^>]*alt="Landfall"[^>]*src="cid:logo"|<img[^>]*src="cid:logo"[^>]*alt="Landfall"/)
  expect(html).not.toMatch(/#cf3d0b|#e8552c|#f97541/i)
})
