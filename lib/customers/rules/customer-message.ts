import { z } from 'zod'
import { bareCode } from '#lib/core/rules/typed-text.ts'
import { readSearch } from '#lib/orders/rules/admin-orders.ts'
import { MESSAGE_TOPICS } from '#lib/orders/rules/message-topics.ts'

/** What the sender's browser tells about itself, so that nobody has to ask for it. */
export const messageDetailsSchema = z.strictObject({
  /** The page that the sender came from: a path, without what stands behind `?`. */
  page: z.string().max(200).optional(),
  device: z.string().max(300).optional(),
})
/** A message as it comes from the form. `orderId` counts only for a browser that holds the order. */
export const messageBodySchema = z.strictObject({
  email: z.email().max(254),
  topic: z.enum(MESSAGE_TOPICS),
  text: z.string().trim().min(5).max(4_000),
  locale: z.string().max(5),
  orderId: z.string().max(40).nullable(),
  facts: messageDetailsSchema,
})
export type MessageBody = z.infer<typeof messageBodySchema>

/** The answer of a person, as it is mailed. */
export const MESSAGE_ANSWER = z.string().trim().min(3).max(4_000)

/** What the address of the list of messages says. Whatever cannot be read is left out, never an error. */
export const messageFilterSchema = z.object({
  closed: z.enum(['1']).nullable().catch(null),
  q: z.string().trim().max(254).catch(''),
  after: z.string().max(64).nullable().catch(null),
})
export type MessageFilter = z.output<typeof messageFilterSchema>

/** What a text in the search for messages means: who wrote, the order it is about, or the message itself. */
export type MessageSearch =
  | { kind: 'email'; email: string }
  | { kind: 'order'; number: string }
  | { kind: 'reference'; reference: string }

/** Returns what a searched text means, `null` when it is none of the three. */
export function readMessageSearch(text: string): MessageSearch | null {
  const [, start, end] = /^M([0-9A-Z]{4})([0-9A-Z]{4})$/.exec(bareCode(text)) ?? []
  if (start && end) return { kind: 'reference', reference: `M-${start}-${end}` }
  for (const meaning of readSearch(text)) {
    if (meaning.kind === 'email') return { kind: 'email', email: meaning.value }
    if (meaning.kind === 'number') return { kind: 'order', number: meaning.value }
  }

  return null
}
