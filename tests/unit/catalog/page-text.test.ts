import { expect, test } from 'vitest'
import { fillPageText, PAGE_TEXT_LENGTHS, pageTextProblem, strangePlaceholder } from '#lib/catalog/rules/page-text.ts'
import { editDestinationCall } from '#lib/catalog/schema.ts'

const VALUES = { destination: 'Japan', store: 'Fernweh $& Co', price: '$1.21' }

test('placeholders become what they stand for, as often as they stand there', () => {
  expect(fillPageText('{destination}: eSIM {destination} from {price} | {store}', VALUES)).toBe(
    'Japan: eSIM Japan from $1.21 | Fernweh $& Co',
  )
})

test('a text that names a price holds only while there is one', () => {
  expect(fillPageText('From {price}', { ...VALUES, price: null })).toBeNull()
  expect(fillPageText('No figure', { ...VALUES, price: null })).toBe('No figure')
})

test.each([
  ['eSIM {Destination}', '{Destination}'],
  ['eSIM {}', '{}'],
  ['eSIM {destination', '{destination'],
  ['eSIM destination}', '}'],
  ['{{destination}}', '{}'],
])('%s has a placeholder that means nothing', (text, part) => {
  expect(strangePlaceholder(text)).toBe(part)
  expect(pageTextProblem('pageTitle', text, VALUES)).toBe('placeholder')
})

test('the hard limit counts what readers will see, and what is stored', () => {
  const { max } = PAGE_TEXT_LENGTHS.pageTitle
  const long = { ...VALUES, destination: 'x'.repeat(max) }

  expect(pageTextProblem('pageTitle', 'x'.repeat(max), VALUES)).toBeNull()
  expect(pageTextProblem('pageTitle', 'x'.repeat(max + 1), VALUES)).toBe('length')
  expect(pageTextProblem('pageTitle', '{destination}', long)).toBeNull()
  expect(pageTextProblem('pageTitle', '{destination}!', long)).toBe('length')
})

test.each([
  ['pageTitle', 'x'.repeat(101)],
  ['pageDescription', 'x'.repeat(321)],
  ['pageTitle', '{prize}'],
  ['pageDescription', '{'],
])('the server refuses it too, whoever asks: %s %s', (kind, text) => {
  const own = (texts: unknown[]) => ({ isHidden: false, isFeatured: false, rank: 1, texts, addresses: [] })
  const words = { locale: 'en', name: null, text: null, pageTitle: 'From {price}', pageDescription: null }
  const ask = (texts: unknown[]) => editDestinationCall.body.safeParse({ ...own(texts), seen: own([]) }).success

  expect(ask([words])).toBe(true)
  expect(ask([{ ...words, [kind]: text }])).toBe(false)
})
