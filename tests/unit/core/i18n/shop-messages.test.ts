import { describe, expect, test } from 'vitest'
import { namespacesOf, SHIPPED_LOCALES } from '#lib/core/i18n/config.ts'
import { checkMessage } from '#lib/core/i18n/language-file.ts'
import { leaves } from '#tests/support/messages.ts'

const read = async (locale: string, namespace: string) =>
  leaves((await import(`#messages/${locale}/${namespace}.json`)).default)

describe.each(SHIPPED_LOCALES)('the messages in %s', (locale) => {
  test.each(namespacesOf(locale))('of %s are those of English, and can be shown in their place', async (namespace) => {
    const english = new Map(await read('en', namespace))
    const own = await read(locale, namespace)

    expect(own.map(([key]) => key).sort()).toEqual([...english.keys()].sort())
    expect(own.filter(([key, text]) => text.trim() === '' && english.get(key) !== '')).toEqual([])
    expect(
      own.flatMap(([key, text]) => {
        const problem = checkMessage(locale, english.get(key) ?? '', text)

        return problem ? [`${key}: ${problem.kind} ${problem.details.join(' ')}`] : []
      }),
    ).toEqual([])
  })
})

describe('a text in place of another', () => {
  test.each([
    ['de', '{n} plans in <b>{place}</b>', 'In <b>{place}</b>: {n} Tarife', null],
    ['de', '{n} plans', 'Tarife', { kind: 'values', details: ['{n}'] }],
    ['de', 'Plans', '{n} Tarife', { kind: 'values', details: ['{n}'] }],
    ['de', 'Plans', '<script>Tarife</script>', { kind: 'values', details: ['<script>'] }],
    [
      'pt',
      '{n, plural, one {# plan} other {# plans}}',
      '{n, plural, other {# planos}}',
      { kind: 'plural', details: ['one', 'many'] },
    ],
    ['ja', '{n, plural, one {# plan} other {# plans}}', '{n, plural, other {#プラン}}', null],
    [
      'de',
      '{way, select, bank {By bank} other {By card}}',
      '{way, select, Bank {Per Bank} other {Mit Karte}}',
      { kind: 'choice', details: ['way'] },
    ],
  ])('in %s, "%s" as "%s"', (locale, english, text, problem) => {
    expect(checkMessage(locale, english, text)).toEqual(problem)
  })

  test.each(['{n', '{n, plural, one {#}}', '<b>Tarife'])('%s cannot be read', (text) => {
    expect(checkMessage('de', 'Plans', text)).toMatchObject({ kind: 'unreadable' })
  })
})
