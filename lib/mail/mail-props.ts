import type { StaffRole } from '#lib/core/rules/caller.ts'
import type { Money } from '#lib/core/rules/money.ts'
import type { PaymentMethod } from '#lib/core/rules/payment-method.ts'
import type { AccountChange, MailKind } from '#lib/mail/rules/mail-kinds.ts'
import type { AlarmKind } from '#lib/operations/rules/alarms.ts'
import type { ShopLogo } from '#lib/settings/rules/brand.ts'
import type { Accent } from '#lib/settings/rules/contrast.ts'
import type { OpenedEsim } from '#lib/settings/rules/shop.ts'

/** What a mail says, before it is set as HTML or as plain text. */
export type MailContent = {
  subject: string
  /** The item that a mailbox shows beside the subject. */
  preview: string
  heading: string
  /** The order reference shown on the ticket, `null` for a mail about several orders. */
  reference: { label: string; value: string } | null
  blocks: MailBlock[]
  /** Small print at the end: help, and why the reader gets this. */
  footer: string[]
}

/** A code as a picture inside the mail; `file` is what it is called when somebody keeps it. */
export type QrBlock = { type: 'qr'; code: string; name: string; file: string }

export type MailBlock =
  | { type: 'paragraph'; text: string }
  /** `waiting` for what is open or runs out, `good` for what is safe. */
  | { type: 'note'; tone: 'waiting' | 'good'; text: string }
  /** What somebody else wrote, in their own lines. */
  | { type: 'quote'; by: string; text: string }
  | { type: 'sums'; rows: { label: string; value: string }[]; total: { label: string; value: string } }
  | { type: 'steps'; title: string; steps: string[] }
  | { type: 'action'; label: string; url: string }
  | QrBlock
  /** What is typed by hand, each value as the phone wants it. */
  | { type: 'values'; title: string; rows: { label: string; value: string }[] }
  | { type: 'links'; links: { label: string; url: string }[] }

/**
 * What every mail needs to know about the shop. `isTrial` puts the sandbox line on top. The logo travels with the mail:
 * `src` is `cid:…` in a mail that is sent.
 */
export type MailShop = {
  name: string
  url: string
  supportEmail: string | null
  isTrial: boolean
  accent: Accent | null
  logo: MailLogo | null
}

export type MailLogo = Pick<ShopLogo, 'width' | 'height' | 'hasName'> & { src: string }

/** The order a mail is about. `url` opens the order page; `timeZone` is the reader's, for every time in the mail. */
export type MailOrder = { reference: string; url: string; timeZone: string }

/** A plan, where it is for and what it holds: in all, or each day. */
export type MailPlan = {
  destination: string
  data: { value: number; unit: 'GB' | 'MB' }
  isDaily: boolean
  days: number
}

/** A plan with what was paid or sent back for all of it. */
export type MailItem = { plan: MailPlan; count: number; amount: Money }

/** A code, and what it took off. */
export type MailDiscount = { code: string; amount: Money }

/** A message that a customer wrote, with its reference. */
type Message = { timeZone: string; reference: string; text: string }

/** What was known about the use of a plan, and when that was. Amounts in MB. */
type Usage = {
  order: MailOrder
  destination: string
  iccidLast4: string
  usedMb: number
  totalMb: number
  readAt: Date
}

/** A link that works for a while. */
type Link = { timeZone: string; url: string; until: Date }

/** Something that is wrong with the store, how many things it is about, and the page where it is solved. */
type Alarm = {
  timeZone: string
  alarm: AlarmKind
  count: number
  since: Date
  /** When it was last found so. */
  seenAt: Date
  url: string
}

/** What an eSIM is called: one that an order of the shop brought is an eSIM. */
export type EsimWord = 'esim' | 'sim'

type OfOrder<Said> = Said & { order: MailOrder }

/**
 * What each kind of mail says, apart from the shop: who it comes from is read when it leaves. `esim_copy` alone has a field for an
 * activation code.
 */
type AllContents = {
  order_paid: OfOrder<{
    items: MailItem[]
    discounts: MailDiscount[]
    total: Money
    /** What the buyer's own eSIM is called where it is all for that one, `null` for new eSIMs. */
    topUp: EsimWord | null
    /** Until when the buyer may withdraw, `null` where no such right exists. */
    withdrawalUntil: Date | null
  }>
  order_ready: OfOrder<{
    readyCount: number
    totalCount: number
    /** Whether the terms of every plan leave a refund until a code is shown. */
    isRefundable: boolean
    /** Last moment to install, `null` when the network gives none. */
    installBefore: Date | null
  }>
  card_opened: OfOrder<{ openedAt: Date }>
  esim_copy: OfOrder<{
    /** `asked`: a copy of what was opened before. `ready`: the shop sends codes by mail, and this is how it arrives. */
    why: 'asked' | 'ready'
    destination: string
    /** Which of the order's eSIMs it is. */
    n: number
    total: number
    installBefore: Date | null
    code: Omit<OpenedEsim, 'id' | 'iccid' | 'links'>
  }>
  order_problem: OfOrder<{
    /** `confirming`: the network gave no clear answer. `with_team`: a person decides. */
    situation: { kind: 'confirming' } | { kind: 'with_team'; since: Date; nextNewsBy: Date; isAgain: boolean }
    /** A transfer of which the rest is awaited. */
    transfer: { arrived: Money; missing: Money } | null
  }>
  order_not_placed: OfOrder<{
    amount: Money
    /** What did not come, where the rest of the order goes on; `null` when this was the whole order. */
    part: Pick<MailItem, 'plan' | 'count'> | null
    /** `released`: it was only held. `refunded`: it was taken and sent back. `none`: it cost nothing. */
    money: 'released' | 'refunded' | 'none'
  }>
  refund: OfOrder<{
    items: MailItem[]
    total: Money
    sentAt: Date
    /** How it was paid: the money goes back the same way. `elsewhere`: that was refused, and a person sent it another way. */
    way: PaymentMethod | 'elsewhere'
  }>
  /** The order was begun and not paid: `order.url` leads to its checkout. */
  abandoned_checkout: OfOrder<{
    items: MailItem[]
    discounts: MailDiscount[]
    total: Money
  }>
  /** To whom the eSIMs were given: the links with their PINs open them. */
  gift: {
    timeZone: string
    /** As its buyer typed them. */
    from: string
    message: string
    plan: MailPlan
    esims: { url: string; pin: string; installBefore: Date | null }[]
  }
  share_closed: OfOrder<{ iccidLast4: string; closedAt: Date }>
  return_refused: OfOrder<{
    /** How many eSIMs the network did not take back. */
    esims: number
  }>
  withdrawal_received: OfOrder<{ receivedAt: Date }>
  top_up_ready: OfOrder<{
    items: MailItem[]
    discounts: MailDiscount[]
    total: Money
    /** The last digits of the eSIM that the plan is on, and what it is called. */
    iccidLast4: string
    esim: EsimWord
  }>
  plan_low: Usage
  plan_used_up: Usage
  plan_ending: Omit<Usage, 'usedMb' | 'totalMb'> & { endsAt: Date }
  install_soon: OfOrder<{
    /** How many eSIMs of the order nobody seems to have installed. */
    esims: number
    /** When the day before which it must be installed begins, in GMT+8. */
    dayBegins: Date
  }>
  pay_link: OfOrder<{
    items: MailItem[]
    total: Money
    /** Until when it can be paid, `null` when nobody can any more. */
    payUntil: Date | null
  }>
  credit_given: OfOrder<{
    code: string
    amount: Money
    /** The last moment at which it counts, `null` when it does not end. */
    endsAt: Date | null
  }>
  find_link: {
    timeZone: string
    links: { reference: string; url: string; orderedAt: Date }[]
    linksUntil: Date | null
  }
  message_received: Message
  message_for_store: Message & {
    /** The number of the order it is about, `null` when its sender holds none. */
    orderNumber: string | null
    url: string
  }
  message_answer: Message & { answer: string }
  staff_invite: {
    timeZone: string
    role: StaffRole
    url: string
    until: Date
  }
  staff_reset: Link
  alarm_opened: Alarm
  alarm_reminder: Alarm
  alarm_over: Alarm
  till_open: { timeZone: string; url: string }
  account_link: Link
  account_reset: Link
  account_changed: {
    timeZone: string
    change: AccountChange
    at: Date
    /** Where the customer sees and mends it. */
    url: string
  }
}

/** The same with the shop, as it is written. */
export type MailProps = { [Kind in MailKind]: AllContents[Kind] & { shop: MailShop } }
export type MailContents<Kind extends MailKind> = AllContents[Kind]
