import { beforeEach, expect, test, vi } from 'vitest'
import { forgetDraft, keepDraft, readDraft } from '#lib/checkout/client/checkout-draft.ts'

const kept = new Map<string, string>()
const storage = {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, text: string) => kept.set(name, text),
  removeItem: (name: string) => kept.delete(name),
}
const draft = {
  email: 'ana@example.com',
  travellers: [['Ana', ''], ['Ben']],
  agreed: { hasRead: true, deviceChecked: false },
  invoice: { company: 'Ruiz GmbH', taxNumber: '', postalAddress: 'Hafenstr. 7' },
}

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('sessionStorage', storage)
})

test('what was typed for an offer comes back for that offer, and for no other', () => {
  keepDraft('quo_1', draft)

  expect(readDraft('quo_1')).toEqual(draft)
  expect(readDraft('quo_2')).toBeNull()
})

test('what was forgotten leaves nothing behind', () => {
  keepDraft('quo_1', draft)
  forgetDraft('quo_1')

  expect([...kept]).toEqual([])
})

test.each(['{', '5', 'null', '{"email":"a"}', '{"email":1,"travellers":[],"agreed":{}}'])(
  'a damaged memory %j is an empty one',
  (damaged) => {
    kept.set('checkout:quo_1', damaged)

    expect(readDraft('quo_1')).toBeNull()
  },
)

test('a tick is only kept as a tick', () => {
  kept.set('checkout:quo_1', '{"email":"","travellers":[7,["Ana",7]],"agreed":{"hasRead":"yes"}}')

  expect(readDraft('quo_1')).toEqual({
    email: '',
    travellers: [[], ['Ana', '']],
    agreed: { hasRead: false, deviceChecked: false },
    invoice: null,
  })
})

test('a browser that keeps nothing can still be used', () => {
  vi.stubGlobal('sessionStorage', undefined)

  expect(() => keepDraft('quo_1', draft)).not.toThrow()
  expect(() => forgetDraft('quo_1')).not.toThrow()
  expect(readDraft('quo_1')).toBeNull()
})
