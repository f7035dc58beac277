import 'server-only'
import { Agent, request } from 'undici'
import { env } from '#lib/core/env.ts'
import { log } from '#lib/core/log.ts'
import { addPushKeys, findPublicPushKey, findPushKeys } from '#lib/mail/repository/push.ts'
import {
  isPushAddress,
  type PushAnswer,
  type PushMessage,
  type PushTarget,
  readPushStatus,
} from '#lib/mail/rules/push.ts'
import { isLoopback } from '#lib/provider/commands/throttle.ts'

const TIMEOUT_MS = 15_000
const CONNECT_MS = 5_000
// No byte of the message has left: it may be sent again.
const NEVER_SENT = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN'],
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Returns the public key by which push services know this store. The first call makes the pair; it is never changed. */
export async function getPushKey(): Promise<string> {
  const known = await findPublicPushKey()
  if (known !== null) return known
  const { default: webPush } = await import('web-push')
  await addPushKeys(webPush.generateVAPIDKeys())
  const made = await findPublicPushKey()
  if (made === null) throw new Error('The key for push services was not kept.')

  return made
}

/** Tells whether the store writes to an address: of a known push service, or in a trial of what stands in for one here. */
export function mayPushTo(endpoint: string): boolean {
  const { STORE_MODE, TEST_PUSH_URL = '' } = env
  const hasStandIn = STORE_MODE === 'trial' && isLoopback(TEST_PUSH_URL)

  return isPushAddress(endpoint, hasStandIn ? new URL(TEST_PUSH_URL).origin : null)
}

/** A message that one browser can read, ready to be sent. */
export type EncryptedPush = { endpoint: string; headers: Record<string, string>; body: Buffer }

/**
 * Encrypts a message for one browser and signs it, for `lasts` seconds. `contact` is whom a push service writes to when
 * something is wrong with what a store sends. `null` for keys that nothing can be encrypted for.
 */
export async function encryptPush(
  target: PushTarget,
  message: PushMessage,
  { lasts, contact }: { lasts: number; contact: string },
): Promise<EncryptedPush | null> {
  const keys = await findPushKeys()
  if (!keys) return null
  const { default: webPush } = await import('web-push')
  try {
    const { endpoint, headers, body } = webPush.generateRequestDetails(target, JSON.stringify(message), {
      vapidDetails: { subject: contact, ...keys },
      TTL: lasts,
      urgency: 'high',
    })
    const written = Object.entries(headers).map(([name, value]) => [name, String(value)])

    return body && { endpoint, headers: Object.fromEntries(written), body }
  } catch (error) {
    log.warn('push not encrypted', { kind: 'push', error })

    return null
  }
}

/** Sends an encrypted message once. Never throws; `code` is the status, or the name of what went wrong. */
export async function postPush({
  endpoint,
  headers,
  body,
}: EncryptedPush): Promise<{ answer: PushAnswer; code: string }> {
  const dispatcher = new Agent({ connections: 1, connect: { timeout: CONNECT_MS } })
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  try {
    // Redirects are not followed: undici does so only when it is told to.
    const answer = await request(endpoint, { method: 'POST', headers, body, dispatcher, signal })
    await answer.body.dump().catch(() => undefined)

    return { answer: readPushStatus(answer.statusCode), code: String(answer.statusCode) }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'

    return { answer: NEVER_SENT.has(code) ? 'later' : 'lost', code }
  } finally {
    await dispatcher.destroy().catch(() => undefined)
  }
}
