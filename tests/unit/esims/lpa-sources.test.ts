import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CodeSources, emitLpa, maskCode, readCode, toInstallLinks } from '#lib/esims/rules/lpa.ts'

const V1 = 'LPA:1$rsp.example.com$K2-9F4A-77C1'
const MISSPELT = 'LPA$1$rsp.example.com$K2-9F4A-77C1'

function sources(some: Partial<CodeSources>): CodeSources {
  return { activationCode: null, smdpAddress: null, matchingId: null, ...some }
}

describe('the code of a card', () => {
  test.each([
    ['A1', { activationCode: MISSPELT }],
    ['A2', { smdpAddress: V1, matchingId: 'K2-9F4A-77C1' }],
    ['A3', { smdpAddress: MISSPELT }],
    ['A4', { smdpAddress: 'rsp.example.com', matchingId: 'K2-9F4A-77C1' }],
  ])('%s is repaired, and the repair is recorded', (_, some) => {
    const reading = readCode(sources(some))

    expect(reading).toMatchObject({ kind: 'code', issue: 'repaired' })
    expect(reading.kind === 'code' && emitLpa(reading.code)).toBe(V1)
  })

  test('A5: fields that agree are counted, with the host compared without case', () => {
    const reading = readCode({ activationCode: V1, smdpAddress: 'RSP.example.com', matchingId: 'K2-9F4A-77C1' })

    expect(reading).toMatchObject({ kind: 'code', issue: null, sources: 3 })
    expect(reading.kind === 'code' && emitLpa(reading.code)).toBe(V1)
  })

  test('A6: fields that disagree deliver nothing', () => {
    const reading = readCode(sources({ activationCode: V1, matchingId: 'K2-9F4A-77C2' }))

    expect(reading).toEqual({
      kind: 'unusable',
      issue: 'sources_disagree',
      said: ['LPA:1$rsp.example.com$K2…C1', 'K2…C2'],
    })
  })

  test('A7: a strange confirmation field is delivered unchanged, without a link', () => {
    const reading = readCode(sources({ activationCode: `${V1}$$4711` }))

    expect(reading).toMatchObject({ kind: 'code', issue: 'confirmation_field', code: { confirmationHint: '4711' } })
    expect(reading.kind === 'code' && emitLpa(reading.code)).toBe(`${V1}$$4711`)
    expect(reading.kind === 'code' && toInstallLinks(reading.code)).toBeNull()
  })

  test.each([sources({}), sources({ matchingId: 'K2-9F4A' }), sources({ smdpAddress: 'rsp.example.com' })])(
    'A8: too little is missing, not wrong',
    (some) => {
      expect(readCode(some)).toEqual({ kind: 'missing' })
    },
  )

  test.each([
    ['an empty matching id', { activationCode: 'LPA:1$rsp.example.com$' }, 'empty_matching_id'],
    ['an unreadable code', { activationCode: 'LPA:2$rsp.example.com$K2' }, 'version'],
    ['an unreadable address beside a good code', { activationCode: V1, smdpAddress: '192.0.2.10' }, 'ip_address'],
  ])('%s goes to a person', (_, some, issue) => {
    expect(readCode(sources(some))).toMatchObject({ kind: 'unusable', issue })
  })
})

describe('a code that staff compare', () => {
  test.each([
    [V1, 'LPA:1$rsp.example.com$K2…C1'],
    [MISSPELT, 'LPA$1$rsp.example.com$K2…C1'],
    [`${V1}$1.3.6.1.4.1.31746$1`, 'LPA:1$rsp.example.com$K2…C1$1.3.6.1.4.1.31746$1'],
    [`${V1}$$4711`, 'LPA:1$rsp.example.com$K2…C1$$…'],
    ['K2-9F4A', '…'],
    ['LPA:1$rsp.example.com$', 'LPA:1$rsp.example.com$'],
    ['LPA:1$192.0.2.10$K2-9F4A-77C1', 'LPA:1$192.0.2.10$K2…C1'],
  ])('%s shows %s', (code, shown) => {
    expect(maskCode(code)).toBe(shown)
  })

  test('never holds a matching id that looks like an address or a number of the format', () => {
    const secret = fc.stringMatching(/^[A-Z0-9]{4,12}\.[A-Z0-9]{4,12}$/)

    fc.assert(
      fc.property(secret, (id) => {
        for (const code of [`LPA:1$rsp.example.com$${id}`, `LPA:1$$${id}`, `rsp.example.com$${id}`, id]) {
          expect(maskCode(code)).not.toContain(id)
        }
        const disagreeing = sources({ activationCode: V1, matchingId: id })
        expect(JSON.stringify(readCode(disagreeing))).not.toContain(id)
      }),
    )
    expect(maskCode('LPA:1$rsp.example.com$123456.789012')).toBe('LPA:1$rsp.example.com$12…12')
  })

  test('shows the address that stands alone in its own field', () => {
    expect(maskCode('rsp.example.com', 'address')).toBe('rsp.example.com')
  })

  test('never holds a matching id, whatever is around it', () => {
    const fields = fc.array(
      fc.string({ maxLength: 12 }).map((text) => text.replaceAll('.', '')),
      { maxLength: 4 },
    )
    const secret = fc.stringMatching(/^[A-Z0-9]{9,32}$/)

    fc.assert(
      fc.property(fields, secret, (before, id) => {
        expect(maskCode([...before, id].join('$'))).not.toContain(id)
      }),
    )
  })
})
