import { isSameValue } from '#lib/core/rules/records.ts'

/**
 * What somebody typed into a field, with what was stored when they began. `sent`: it was saved as it stands, and what comes
 * back as stored next is its own doing; `typed_on`: more was typed before it came back.
 */
export type FieldEdit<Stored, Input> = { seen: Stored; typed: Input; phase: 'typed' | 'sent' | 'typed_on' }

/** The edits of a form by their fields. What nobody typed into is not among them and shows what is stored. */
export type FieldEdits<Stored, Input> = Readonly<Record<string, FieldEdit<Stored, Input>>>

/** A field with a value that is typed and not stored. `isConflict`: somebody else has stored another one meanwhile. */
export type FieldChange<Stored> = { key: string; value: Stored; seen: Stored; theirs: Stored; isConflict: boolean }

type StoredFields<Stored> = Readonly<Record<string, Stored>>

/** Returns the edits after something was typed into a field. */
export function typeInto<Stored, Input>(
  edits: FieldEdits<Stored, Input>,
  { key, stored, typed }: { key: string; stored: Stored; typed: Input },
): FieldEdits<Stored, Input> {
  const { seen, phase } = edits[key] ?? { seen: stored, phase: 'typed' }

  return { ...edits, [key]: { seen, typed, phase: phase === 'typed' ? 'typed' : 'typed_on' } }
}

/** Returns the edits after a field was decided: `keep` what was typed, over what is stored now, or `take` what is stored. */
export function decideOn<Stored, Input>(
  edits: FieldEdits<Stored, Input>,
  { key, stored, act }: { key: string; stored: Stored; act: 'keep' | 'take' },
): FieldEdits<Stored, Input> {
  const { [key]: edit, ...others } = edits

  return edit && act === 'keep' ? { ...others, [key]: { ...edit, seen: stored, phase: 'typed' } } : others
}

/** Returns the edits after some values were saved. What was typed on while they were on their way stays. */
export function markSent<Stored, Input>(
  edits: FieldEdits<Stored, Input>,
  saved: readonly { key: string; value: Stored }[],
  toValue: (key: string, typed: Input) => Stored,
): FieldEdits<Stored, Input> {
  const marked = Object.entries(edits).map(([key, edit]): [string, FieldEdit<Stored, Input>] => {
    const sent = saved.find((one) => one.key === key)
    if (!sent) return [key, edit]

    return [key, { ...edit, phase: isSameValue(toValue(key, edit.typed), sent.value) ? 'sent' : 'typed_on' }]
  })

  return Object.fromEntries(marked)
}

/** Drops what was saved and has come back. Returns the same edits where nothing has. */
export function settleEdits<Stored, Input>(
  edits: FieldEdits<Stored, Input>,
  stored: StoredFields<Stored>,
): FieldEdits<Stored, Input> {
  const back = Object.entries(edits).filter(
    ([key, { phase, seen }]) => phase !== 'typed' && !isSameValue(seen, stored[key]),
  )
  if (back.length === 0) return edits
  const left = { ...edits }
  for (const [key, edit] of back) {
    const now = stored[key]
    if (edit.phase === 'sent' || now === undefined) delete left[key]
    else left[key] = { ...edit, seen: now, phase: 'typed' }
  }

  return left
}

/** Returns every field in which another value stands than the stored one. */
export function changesOf<Stored, Input>(
  edits: FieldEdits<Stored, Input>,
  stored: StoredFields<Stored>,
  toValue: (key: string, typed: Input) => Stored,
): FieldChange<Stored>[] {
  return Object.entries(edits).flatMap(([key, { seen, typed, phase }]) => {
    const theirs = stored[key]
    const value = toValue(key, typed)
    // A field that is gone from the form, or says what is stored already.
    if (theirs === undefined || isSameValue(value, theirs)) return []

    return [{ key, value, seen, theirs, isConflict: phase === 'typed' && !isSameValue(seen, theirs) }]
  })
}
