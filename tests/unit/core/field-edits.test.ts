import { describe, expect, test } from 'vitest'
import { changesOf, decideOn, type FieldEdits, markSent, settleEdits, typeInto } from '#lib/core/client/field-edits.ts'

type Edits = FieldEdits<string, string>

const NONE: Edits = {}
const SAME = (_: string, typed: string) => typed
const type = (edits: Edits, typed: string, stored: string) => typeInto(edits, { key: 'name', stored, typed })
const changes = (edits: Edits, name: string) => changesOf(settleEdits(edits, { name }), { name }, SAME)

describe('a field that somebody types into', () => {
  test('is a change of what was stored when they began', () => {
    const edits = type(type(NONE, 'M', 'Old'), 'Mine', 'Old')

    expect(changes(edits, 'Old')).toEqual([
      { key: 'name', value: 'Mine', seen: 'Old', theirs: 'Old', isConflict: false },
    ])
    expect(changes(type(edits, 'Old', 'Old'), 'Old')).toEqual([])
  })

  test('keeps what was typed when somebody else stores another value, and asks', () => {
    const edits = type(NONE, 'Mine', 'Old')

    expect(changes(edits, 'Theirs')).toMatchObject([{ value: 'Mine', seen: 'Old', theirs: 'Theirs', isConflict: true }])
    expect(changes(type(edits, 'Mine too', 'Theirs'), 'Theirs')).toMatchObject([{ seen: 'Old', isConflict: true }])
    expect(changes(edits, 'Mine')).toEqual([])
  })

  test('is saved over what somebody else stored once that was seen, or is left', () => {
    const edits = type(NONE, 'Mine', 'Old')
    const decided = (act: 'keep' | 'take') => decideOn(edits, { key: 'name', stored: 'Theirs', act })

    expect(changes(decided('keep'), 'Theirs')).toMatchObject([{ value: 'Mine', seen: 'Theirs', isConflict: false }])
    expect(decided('take')).toEqual({})
  })

  test('is done when what was saved comes back, also as the store writes it', () => {
    const sent = markSent(type(NONE, 'Mine ', 'Old'), ['name'])

    expect(settleEdits(sent, { name: 'Old' })).toBe(sent)
    expect(settleEdits(sent, { name: 'Mine' })).toEqual({})
  })

  test('goes on from what was saved when more is typed before that has come back', () => {
    const sent = markSent(type(NONE, 'Mine', 'Old'), ['name'])
    const more = type(sent, 'Mine and more', 'Old')

    expect(changes(more, 'Mine')).toMatchObject([{ value: 'Mine and more', seen: 'Mine', isConflict: false }])
    expect(changes(settleEdits(more, { name: 'Mine' }), 'Theirs')).toMatchObject([{ isConflict: true }])
  })
})
