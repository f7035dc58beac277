import 'server-only'
import { findLinkedOrder, grantOrder } from '#lib/auth/repository/links.ts'
import { AppError } from '#lib/core/rules/app-error.ts'

/**
 * Swaps a mailed link for the token of a browser session, which goes on opening what the browser could open before.
 *
 * Throws `not_found` for a link that is unknown, old or taken back.
 */
export async function exchangeLink(
  token: string,
  formerSessionId: string | null = null,
): Promise<{ orderId: string; guestToken: string }> {
  const orderId = await findLinkedOrder(token)
  if (!orderId) throw new AppError('not_found', 'This link opens nothing.')

  return { orderId, guestToken: await grantOrder({ orderId, kind: 'link', formerSessionId }) }
}
