import { expect, test } from 'vitest'
import { crumbsThing, destinationThing, planThing, StructuredData } from '#components/catalog/structured-data.tsx'
import { fillPageText, PAGE_TEXT_LENGTHS, pageTextProblem, strangePlaceholder } from '#lib/catalog/rules/page-text.ts'
import { editDestinationCall } from '#lib/catalog/schema.ts'
import type { Destination, ShopPlan } from '#lib/settings/rules/shop.ts'
import { linkedDataProblems } from '#tests/support/linked-data.ts'

const address = (path: string) => new URL(path, 'https://shop.example').href
const PLAN: ShopPlan = {
  ...{ id: 'pln_1', amount: { value: 1, unit: 'GB' }, term: { kind: 'fixed', days: 7 } },
  ...{ price: { minor: 1240, currency: 'EUR' }, canTopUp: true, needsStartDate: false, startsAtOnce: null },
  ...{ networks: null, words: [], cancelRule: 'unknown' },
}
const OFFERED = { heading: 'eSIM Japan', path: '/destinations/japan', store: 'Fernweh', address }
const PAGE = { origin: 'https://shop.example', heading: 'eSIM Japan', crumbs: [], folds: [], text: 'Fernweh 12.40' }

const place = (plans: ShopPlan[]) => ({ plans, picture: null, ownText: null }) as unknown as Destination
const htmlOf = (things: Parameters<typeof StructuredData>[0]['things']): string =>
  StructuredData({ things })?.props.dangerouslySetInnerHTML.__html

test('no name can end the block early, and it says what was meant', () => {
  const name = '</script><script>alert(1)</script><!-- \u2067'
  const html = htmlOf([crumbsThing([{ name }], address)])

  expect(html).not.toContain('<')
  expect(JSON.parse(html)['@graph'][0].itemListElement[0].name).toBe('</script><script>alert(1)</script><!-- ')
})

test('a destination where nothing is on sale offers nothing, and a page without facts has no block', () => {
  expect(destinationThing(place([]), OFFERED)).toBeNull()
  expect(StructuredData({ things: [null] })).toBeNull()
})

test.each([
  ['EUR', '12.40', '61.20'],
  ['JPY', '1240', '6120'],
  ['KWD', '1.240', '6.120'],
] as const)('amounts in %s are decimals as that currency has them', (currency, lowPrice, highPrice) => {
  const price = { minor: 1240, currency }
  const dear = { ...PLAN, price: { minor: 6120, currency } }
  const thing = destinationThing(place([dear, { ...PLAN, price }]), OFFERED)

  expect(thing?.offers).toMatchObject({ lowPrice, highPrice, priceCurrency: currency, offerCount: 2 })
})

test('a daily plan costs from its shortest to its longest stay', () => {
  const daily = { ...PLAN, term: { kind: 'day_pass', minDays: 3, maxDays: 10 } } as const

  expect(planThing(daily, 'x', OFFERED).offers).toMatchObject({ lowPrice: '37.20', highPrice: '124.00', offerCount: 8 })
})

const good = () => ({ '@context': 'https://schema.org', '@graph': [planThing(PLAN, 'One sentence.', OFFERED)] })

test.each<[string, (block: ReturnType<typeof good>) => void]>([
  ['a name that is not on the page', ({ '@graph': [plan] }) => plan && Object.assign(plan, { name: 'eSIM Iceland' })],
  ['a price as a number', ({ '@graph': [plan] }) => Object.assign(plan?.offers ?? {}, { price: 12.4 })],
  ['a price that is not on the page', ({ '@graph': [plan] }) => Object.assign(plan?.offers ?? {}, { price: '9.90' })],
  ['a currency that is none', ({ '@graph': [plan] }) => Object.assign(plan?.offers ?? {}, { priceCurrency: 'EURO' })],
  ['half an address', ({ '@graph': [plan] }) => plan && Object.assign(plan, { url: '/destinations/japan' })],
  ['another shop’s address', ({ '@graph': [plan] }) => plan && Object.assign(plan, { url: 'https://other.example/' })],
  [
    'a rating',
    ({ '@graph': [plan] }) => plan && Object.assign(plan, { aggregateRating: { '@type': 'AggregateRating' } }),
  ],
  ['no offer', ({ '@graph': [plan] }) => plan && Reflect.deleteProperty(plan, 'offers')],
  ['no context', (block) => Object.assign(block, { '@context': 'http://schema.org' })],
])('the judge of the pages sees %s', (_, spoil) => {
  expect(linkedDataProblems(good(), PAGE)).toEqual([])
  const block = good()
  spoil(block)

  expect(linkedDataProblems(block, PAGE)).not.toEqual([])
})

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
