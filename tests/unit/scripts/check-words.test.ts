import { expect, test } from 'vitest'
import { formerNames, formerPath } from '#scripts/check-words.mjs'

test.each([
  ['const cardIds = []', ['cardIds']],
  ['type OrderWish = string', ['OrderWish']],
  ['const a = `${' + 'tillNote} is closed`', ['tillNote']],
  ['function openDesk() {}\nopenDesk()', ['openDesk']],
  ['<Letters of={letters} />', ['Letters', 'letters']],
])('%j has former words', (text, names) => {
  expect(formerNames(text)).toEqual(names)
})

test.each([
  "const kind = 'card_opened'",
  '// The card of the buyer.\nconst esim = 1',
  '/** Takes a card back. */\nexport {}',
  'const discard = cardinality',
  '<p>Your payment card</p>',
  'const fee = plan.openCardFee',
  'const shape = /card (\\d+)/',
])('%j has none', (text) => {
  expect(formerNames(text)).toEqual([])
})

test('a path has former words in its parts, and addresses that people hold do not count', () => {
  expect(formerPath('lib/esims/commands/name-card.ts')).toEqual(['card'])
  expect(formerPath('lib/esims/commands/name-esim.ts')).toEqual([])
  expect(formerPath('app/(shop)/[locale]/sim-cards/page.tsx')).toEqual([])
})
