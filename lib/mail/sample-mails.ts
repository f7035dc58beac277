import { money } from '#lib/core/rules/money.ts'
import type { MailOrder, MailPlan, MailProps, MailShop } from '#lib/mail/mail-props.ts'
import type { MailKind } from '#lib/mail/rules/mail-kinds.ts'

const plan: MailPlan = { destination: 'Japan', data: { value: 3, unit: 'GB' }, isDaily: false, days: 30 }
const dailyPlan: MailPlan = { destination: 'Thailand', data: { value: 500, unit: 'MB' }, isDaily: true, days: 9 }
const items = [
  { plan, count: 1, amount: money(1240, 'EUR') },
  { plan: dailyPlan, count: 5, amount: money(4100, 'EUR') },
]

/** Made-up contents for one mail of every kind, as the shop would send it: for previews and tests. */
export function sampleMails(shop: MailShop): { [Kind in MailKind]: MailProps[Kind] } {
  const order: MailOrder = { reference: 'LF-7Q2K', url: `${shop.url}/o/abc?a=1&b=2`, timeZone: 'Asia/Tokyo' }
  const about = { shop, order }
  const used = { shop, order, destination: 'Japan', iccidLast4: '1234', readAt: new Date('2027-03-08T07:15:00Z') }

  const alarm = { shop, timeZone: 'UTC', alarm: 'order_held', count: 2, url: `${shop.url}/admin/orders` } as const
  const stillOpen = { ...alarm, since: new Date('2027-03-03T12:00:00Z'), seenAt: new Date('2027-03-03T18:30:00Z') }

  return {
    alarm_opened: stillOpen,
    alarm_reminder: stillOpen,
    alarm_over: stillOpen,
    order_paid: {
      ...about,
      items,
      discounts: [{ code: 'SUMMER', amount: money(593, 'EUR') }],
      total: money(4747, 'EUR'),
      topUp: null,
      withdrawalUntil: new Date('2027-03-17T23:59:00Z'),
    },
    top_up_ready: { shop, order, items, discounts: [], total: money(5340, 'EUR'), iccidLast4: '1234', esim: 'esim' },
    order_ready: {
      ...about,
      readyCount: 3,
      totalCount: 3,
      isRefundable: true,
      installBefore: new Date('2027-06-30T08:59:00Z'),
    },
    card_opened: { shop, order, openedAt: new Date('2027-03-04T07:15:00Z') },
    esim_copy: {
      ...{ shop, order, why: 'asked', destination: 'Japan', n: 1, total: 3 },
      installBefore: new Date('2027-06-30T08:59:00Z'),
      code: {
        activationCode: 'LPA:1$rsp.example.com$SAMPLE-0000',
        smdpAddress: 'rsp.example.com',
        matchingId: 'SAMPLE-0000',
        asksConfirmationCode: false,
        confirmationHint: null,
      },
    },
    order_problem: {
      ...about,
      situation: {
        kind: 'with_team',
        since: new Date('2027-03-03T12:00:00Z'),
        nextNewsBy: new Date('2027-03-04T12:00:00Z'),
        isAgain: false,
      },
      transfer: null,
    },
    order_not_placed: { shop, order, amount: money(5340, 'EUR'), part: null, money: 'released' },
    refund: {
      ...about,
      items,
      total: money(5340, 'EUR'),
      sentAt: new Date('2027-03-03T12:00:00Z'),
      way: 'stripe',
    },
    plan_low: { ...used, usedMb: 2540, totalMb: 3072 },
    plan_used_up: { ...used, usedMb: 3072, totalMb: 3072 },
    plan_ending: { ...used, endsAt: new Date('2027-03-09T07:00:00Z') },
    install_soon: {
      ...about,
      esims: 2,
      dayBegins: new Date('2027-06-29T16:00:00Z'),
    },
    abandoned_checkout: { shop, order, items, discounts: [], total: money(5340, 'EUR') },
    gift: {
      ...{ shop, timeZone: 'Asia/Tokyo', from: 'Ana <3', message: 'Happy birthday!\nSee you in Tokyo.' },
      plan,
      esims: [{ url: `${shop.url}/e/abc`, pin: '482913', installBefore: new Date('2027-06-30T08:59:00Z') }],
    },
    share_closed: { shop, order, iccidLast4: '1234', closedAt: new Date('2027-03-04T07:15:00Z') },
    return_refused: { shop, order, esims: 2 },
    withdrawal_received: { shop, order, receivedAt: new Date('2027-03-04T08:12:00Z') },
    pay_link: { shop, order, items, total: money(5340, 'EUR'), payUntil: new Date('2027-03-05T12:00:00Z') },
    credit_given: {
      ...about,
      code: 'CREDIT-7Q2K0-M4R8T',
      amount: money(1000, 'EUR'),
      endsAt: new Date('2028-03-31T23:59:59Z'),
    },
    find_link: {
      shop,
      timeZone: 'Asia/Tokyo',
      links: [
        { reference: 'LF-7Q2K', url: `${shop.url}/o/abc`, orderedAt: new Date('2027-03-03T12:00:00Z') },
        { reference: 'LF-8R3M', url: `${shop.url}/o/def`, orderedAt: new Date('2027-01-03T12:00:00Z') },
      ],
      linksUntil: new Date('2027-03-04T12:00:00Z'),
    },
    message_received: { shop, timeZone: 'UTC', reference: 'M-7Q2K-0M4R', text: 'No signal.\n\nSince <yesterday>.' },
    message_for_store: {
      shop,
      timeZone: 'UTC',
      reference: 'M-7Q2K-0M4R',
      text: 'No signal.',
      orderNumber: 'LF-7Q2K-0M4R',
      url: `${shop.url}/admin/messages`,
    },
    message_answer: {
      shop,
      timeZone: 'UTC',
      reference: 'M-7Q2K-0M4R',
      text: 'No signal.',
      answer: 'Switch roaming on.',
    },
    staff_invite: {
      shop,
      timeZone: 'UTC',
      role: 'support',
      url: `${shop.url}/invite/abc`,
      until: new Date('2027-03-10T12:00:00Z'),
    },
    till_open: { shop, timeZone: 'UTC', url: `${shop.url}/destinations` },
    account_link: {
      shop,
      timeZone: 'UTC',
      url: `${shop.url}/verify/abc`,
      until: new Date('2027-03-03T12:30:00Z'),
    },
    account_reset: {
      shop,
      timeZone: 'UTC',
      url: `${shop.url}/sign-in/reset/abc`,
      until: new Date('2027-03-03T12:30:00Z'),
    },
    account_changed: {
      shop,
      timeZone: 'Europe/Berlin',
      change: 'passkey_added',
      at: new Date('2027-03-03T12:00:00Z'),
      url: `${shop.url}/account/security`,
    },
    staff_reset: {
      shop,
      timeZone: 'UTC',
      url: `${shop.url}/sign-in/reset/abc`,
      until: new Date('2027-03-03T12:30:00Z'),
    },
  }
}
