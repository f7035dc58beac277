'use client'

import { useState } from 'react'
import { changesOf, decideOn, type FieldEdits, markSent, settleEdits, typeInto } from '#lib/core/client/field-edits.ts'

/**
 * What is typed in a form over what is stored, field by field. Fields that nobody typed into follow what is stored; the
 * others keep what was typed, whatever somebody else stores meanwhile, and ask which of both shall hold.
 */
export function useFieldEdits<Stored, Typed>(
  stored: Readonly<Record<string, Stored>>,
  toValue: (key: string, typed: Typed) => Stored,
) {
  const [edits, setEdits] = useState<FieldEdits<Stored, Typed>>({})
  const settled = settleEdits(edits, stored)
  if (settled !== edits) setEdits(settled)
  const changes = changesOf(settled, stored, toValue)

  return {
    /** What stands in a field, undefined while that is what is stored. */
    typed: (key: string): Typed | undefined => settled[key]?.typed,
    type: (key: string, typed: Typed) =>
      setEdits((all) => typeInto(all, { key, stored: stored[key] as Stored, typed })),
    decide: (key: string, act: 'keep' | 'take') =>
      setEdits((all) => decideOn(all, { key, stored: stored[key] as Stored, act })),
    sent: (keys: readonly string[]) => setEdits((all) => markSent(all, keys)),
    changes,
    conflicts: changes.filter(({ isConflict }) => isConflict),
  }
}
