import 'server-only'
import { AppError } from '#lib/core/rules/app-error.ts'
import { type Caller, ownsOrder } from '#lib/core/rules/caller.ts'
import { getPushKey, mayPushTo } from '#lib/mail/commands/web-push.ts'
import { addPushSubscription, dropPushSubscription } from '#lib/mail/repository/push.ts'
import type { PushTarget } from '#lib/mail/rules/push.ts'

/** Returns the key that a browser subscribes with. Throws `not_found` for an order that this browser does not hold. */
export async function readPushKey(caller: Caller, orderId: string): Promise<string> {
  requireOrder(caller, orderId)

  return getPushKey()
}

/**
 * Has a browser told of an order. Throws `not_found` as `readPushKey`, and `bad_input` with the reason `service` for an
 * address that is none of a known push service: the store would write wherever a visitor wants.
 */
export async function addBrowser(caller: Caller, orderId: string, target: PushTarget): Promise<void> {
  requireOrder(caller, orderId)
  if (!mayPushTo(target.endpoint)) {
    throw new AppError('bad_input', 'This is no push service that the store knows.', { reason: 'service' })
  }
  await addPushSubscription(orderId, target)
}

/** Has a browser told no more. Throws `not_found` as `readPushKey`. */
export async function dropBrowser(caller: Caller, orderId: string, endpoint: string): Promise<void> {
  requireOrder(caller, orderId)
  await dropPushSubscription(orderId, endpoint)
}

function requireOrder(caller: Caller, orderId: string): void {
  if (!ownsOrder(caller, orderId)) throw new AppError('not_found', 'There is no such order for this browser.')
}
