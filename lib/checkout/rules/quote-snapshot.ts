import { z } from 'zod'

// Rows say `cardId`, as they did before an eSIM was called one.
const topUpFields = { orderId: z.string().nullable(), iccidLast4: z.string() }
const generation = z.enum(['2G', '3G', '4G', '5G']).nullable()

/**
 * What a quote says about its plan, as it stood when the offer was made.
 *
 * An order shows this and not the catalogue, which moves on. `networks`, `startsAtOnce` and `timeZone` are null when
 * they were not stated; `seenUnitMinor` is the price of one piece that the buyer's page had shown.
 */
export const quoteSnapshotSchema = z.object({
  destination: z.object({ slug: z.string(), name: z.string(), iso2: z.string().nullable() }),
  amount: z.object({ value: z.number(), unit: z.enum(['MB', 'GB']) }),
  term: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('fixed'), days: z.int() }),
    z.object({ kind: z.literal('day_pass'), minDays: z.int(), maxDays: z.int() }),
  ]),
  networks: z.array(z.object({ operator: z.string(), generation })).nullable(),
  words: z.array(z.string()),
  canTopUp: z.boolean(),
  startsAtOnce: z.boolean().nullable(),
  timeZone: z.string().nullable(),
  seenUnitMinor: z.int().nullable(),
  /** Made of what was read earlier, because the network was silent: its delivery may take longer. */
  isFromMirror: z.boolean().exactOptional(),
  /** The eSIM that the plan is for; left out for a plan that comes with an eSIM of its own. No order: an eSIM in hand. */
  topUp: z
    .codec(z.object({ cardId: z.string(), ...topUpFields }), z.object({ esimId: z.string(), ...topUpFields }), {
      decode: ({ cardId, ...fields }) => ({ esimId: cardId, ...fields }),
      encode: ({ esimId, ...fields }) => ({ cardId: esimId, ...fields }),
    })
    .exactOptional(),
})

export type QuoteSnapshot = z.output<typeof quoteSnapshotSchema>

/** Reads a stored snapshot. Throws when it is not one: that is a fault of ours. */
export function parseQuoteSnapshot(value: unknown): QuoteSnapshot {
  return quoteSnapshotSchema.parse(value)
}

/** Returns a snapshot as it is stored. */
export function storedSnapshot(snapshot: QuoteSnapshot): z.input<typeof quoteSnapshotSchema> {
  return quoteSnapshotSchema.encode(snapshot)
}

/** Returns how many days one piece runs: those chosen for a day pass, the plan's own otherwise. */
export function quotedDays({ term }: Pick<QuoteSnapshot, 'term'>, days: number | null): number {
  return term.kind === 'fixed' ? term.days : (days ?? term.minDays)
}
