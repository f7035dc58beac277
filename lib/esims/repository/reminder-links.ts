import 'server-only'
import { db } from '#lib/core/repository/client.ts'
import { openValue, sealValue } from '#lib/core/repository/sealed.ts'
import { REMINDER_KINDS } from '#lib/esims/rules/reminders.ts'

const PLACE = { table: 'Order', id: 'any', field: 'mutedMails' }

/** What a mailbox sends back to switch the reminders of an order off. It opens nothing else, and nobody can make one up. */
export function reminderToken(orderId: string): string {
  return sealValue(orderId, PLACE).toString('base64url')
}

/** Reads which order such a token is for, and whether its reminders are off; `null` when it is none of ours. */
export async function findReminderOrder(token: string): Promise<{ id: string; number: string; isOff: boolean } | null> {
  const id = openToken(token)
  if (id === null) return null
  const order = await db().order.findUnique({ where: { id }, select: { id: true, number: true, mutedMails: true } })

  return (
    order && {
      id: order.id,
      number: order.number,
      isOff: REMINDER_KINDS.every((kind) => order.mutedMails.includes(kind)),
    }
  )
}

function openToken(token: string): string | null {
  try {
    return openValue(Buffer.from(token, 'base64url'), PLACE)
  } catch {
    return null
  }
}
