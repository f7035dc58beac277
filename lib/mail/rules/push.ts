import { z } from 'zod'

/** A message to a browser in the outbox. It is no mail: nobody without a subscription gets one. */
export const PUSH_KIND = 'push'

/** What a browser may hear of, named like the mail that says the same. */
const PUSH_TOPICS = ['order_ready', 'plan_low'] as const
export type PushTopic = (typeof PUSH_TOPICS)[number]

/** Returns the name of a topic, `null` for anything else. */
export function toPushTopic(name: unknown): PushTopic | null {
  return PUSH_TOPICS.find((topic) => topic === name) ?? null
}

/** So many browsers may hear of one order. One more takes the place of the oldest. */
export const MAX_BROWSERS = 5

// Google (Chrome and what is made of it), Mozilla, Apple, Microsoft. A dot at the beginning stands for any name before it.
const SERVICES = ['fcm.googleapis.com', '.push.services.mozilla.com', '.push.apple.com', '.notify.windows.com']

/**
 * Tells whether an address that a browser named is one of a known push service: nothing else is ever written to. `standIn`
 * is the origin of a stand-in for all of them.
 */
export function isPushAddress(text: string, standIn: string | null): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, port, username, password, origin, href } = new URL(text)
  // A browser names it as it would write it itself: what two parsers may read in two ways is not from one.
  if (href !== text || username !== '' || password !== '') return false
  if (standIn !== null && origin === standIn) return true
  if (protocol !== 'https:' || port !== '') return false

  return SERVICES.some((service) => (service.startsWith('.') ? hostname.endsWith(service) : hostname === service))
}

const BASE64URL = /^[\w-]+$/

/** Where a browser is reached and what its messages are encrypted for, as `PushSubscription.toJSON` has it. */
export const pushTargetSchema = z.strictObject({
  endpoint: z.url().max(1_000),
  keys: z.strictObject({
    // An uncompressed point of P-256 in 65 bytes, and 16 random ones.
    p256dh: z.string().length(87).regex(BASE64URL),
    auth: z.string().length(22).regex(BASE64URL),
  }),
})
export type PushTarget = z.output<typeof pushTargetSchema>

/** What a browser shows. Where its press leads is known there and not sent. */
export type PushMessage = { title: string; body: string; lang: string; dir: 'ltr' | 'rtl'; icon: string; tag: string }

/** How a push service took a message. Nobody knows what became of it when the answer was lost. */
export type PushAnswer = 'taken' | 'gone' | 'later' | 'refused' | 'lost'

/** Reads the status of a push service's answer. A redirect is a refusal: it would lead to an address that nobody checked. */
export function readPushStatus(status: number): PushAnswer {
  if (status >= 200 && status < 300) return 'taken'
  if (status === 404 || status === 410) return 'gone'

  return status === 429 || status >= 500 ? 'later' : 'refused'
}
