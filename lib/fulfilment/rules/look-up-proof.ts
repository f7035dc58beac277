import { z } from 'zod'

/** What is known about finding orders by our own reference, and the failures in a row that count against it. */
export type LookUpProof = {
  lookup: 'unproven' | 'yes' | 'no'
  negativeFailures: number
  positiveFailures: number
  /** When an order of ours was last found by its reference, `null` when it never was. */
  positiveAt: string | null
}

/** How one control ended. `open` proves nothing either way. */
export type ControlResult = 'good' | 'failed' | 'open'

const evidenceSchema = z.object({
  negativeFailures: z.int().catch(0),
  positiveFailures: z.int().catch(0),
  positiveAt: z.string().nullable().catch(null),
})

/** Reads the proof from the stored capability and its evidence. */
export function toLookUpProof(lookup: LookUpProof['lookup'], evidence: unknown): LookUpProof {
  const read = evidenceSchema.safeParse(evidence ?? {})

  return { lookup, ...(read.success ? read.data : { negativeFailures: 0, positiveFailures: 0, positiveAt: null }) }
}

/**
 * Returns the proof after a pair of controls: proven when both are good, disproven when one failed twice in a row.
 *
 * A disproven look-up stays so until the settings change: an answer that is right now and then is not one to build on.
 */
export function afterControls(
  proof: LookUpProof,
  controls: { negative: ControlResult; positive: ControlResult; at: Date },
): LookUpProof {
  const negativeFailures = nextCount(proof.negativeFailures, controls.negative)
  const positiveFailures = nextCount(proof.positiveFailures, controls.positive)
  const positiveAt = controls.positive === 'good' ? controls.at.toISOString() : proof.positiveAt
  const isDisproven = proof.lookup === 'no' || negativeFailures >= 2 || positiveFailures >= 2
  const isProven = controls.negative === 'good' && controls.positive === 'good'

  return {
    lookup: isDisproven ? 'no' : isProven ? 'yes' : proof.lookup,
    negativeFailures,
    positiveFailures,
    positiveAt,
  }
}

function nextCount(count: number, result: ControlResult): number {
  if (result === 'open') return count

  return result === 'good' ? 0 : count + 1
}
