import fc from 'fast-check'
import { toPngBuffer } from 'lean-qr/extras/node_export'
import { describe, expect, test } from 'vitest'
import { drawQr, QUIET_ZONE } from '#components/esims/qr-drawing.ts'
import {
  type ActivationCode,
  type CodeSources,
  emitLpa,
  maskCode,
  parseLpa,
  readCode,
  toInstallLinks,
} from '#lib/esims/rules/lpa.ts'
import { readQr, toPixels } from '#tests/support/browser/read-qr.ts'

describe('lpa', () => {
  const V1 = 'LPA:1$rsp.example.com$K2-9F4A-77C1'
  const OID = '1.3.6.1.4.1.31746'

  function read(text: string): ActivationCode {
    const parsed = parseLpa(text)
    if (!parsed.ok) throw new Error(parsed.problem)

    return parsed.code
  }

  type Valid = { input: string; host?: string; id?: string; oid?: string; asks?: boolean; emitted?: string }

  const VALID: Record<string, Valid> = {
    V1: { input: V1 },
    V2: { input: '1$rsp.example.com$K2-9F4A-77C1', emitted: V1 },
    V3: {
      input: 'lpa:1$RSP.EXAMPLE.COM$K2-9F4A-77C1',
      host: 'RSP.EXAMPLE.COM',
      emitted: 'LPA:1$RSP.EXAMPLE.COM$K2-9F4A-77C1',
    },
    V4: { input: `${V1}$${OID}`, oid: OID },
    V5: { input: `${V1}$$1`, asks: true },
    V6: { input: `${V1}$${OID}$1`, oid: OID, asks: true },
    V7: { input: `${V1}$$$8BC1D2E3F4` },
    V8: { input: `${V1}$$1$8BC1D2E3F4$1$later`, asks: true },
    V9: { input: 'LPA:1$rsp.example.com$k2-9f4a-77c1', id: 'k2-9f4a-77c1' },
    V10: { input: ` \n${V1}\r\n `, emitted: V1 },
    V11: { input: 'LPA:1$rsp.example.com$', id: '' },
    V12: { input: `LPA:1$rsp.example.com$$${OID}`, id: '', oid: OID },
  }

  describe('a valid code', () => {
    test.each(Object.entries(VALID))('%s is read and emitted as it should be', (_, fixture) => {
      const code = read(fixture.input)

      expect(code).toMatchObject({
        smdpAddress: fixture.host ?? 'rsp.example.com',
        matchingId: fixture.id ?? 'K2-9F4A-77C1',
        oid: fixture.oid ?? null,
        asksConfirmationCode: fixture.asks ?? false,
        confirmationHint: null,
      })
      expect(emitLpa(code)).toBe(fixture.emitted ?? fixture.input)
    })

    test('keeps a confirmation field that is neither empty nor 1 as a hint', () => {
      const code = read(`${V1}$$4711`)

      expect(code).toMatchObject({ asksConfirmationCode: false, confirmationHint: '4711' })
      expect(emitLpa(code)).toBe(`${V1}$$4711`)
    })

    test('may be longer than 255 characters only with a delete notification, and never longer than 1024', () => {
      const filler = (length: number) => 'F'.repeat(length)
      const withNotice = `${V1}$$1$${filler(300)}$1`

      expect(emitLpa(read(withNotice))).toBe(withNotice)
      expect(parseLpa(`${V1}$$1$${filler(300)}`)).toEqual({ ok: false, problem: 'too_long' })
      expect(parseLpa(`${V1}$$1$${filler(1_000)}$1`)).toEqual({ ok: false, problem: 'too_long' })
    })
  })

  describe('an invalid code', () => {
    test.each([
      ['', 'empty'],
      ['LPA:', 'empty'],
      ['1$', 'no_host'],
      ['LPA:1$', 'no_host'],
      ['LPA:1$$K2-9F4A', 'no_host'],
      ['LPA:1$rsp.example.com', 'no_matching_id_field'],
      ['LPA:2$rsp.example.com$K2-9F4A', 'version'],
      ['LPA:rsp.example.com$K2-9F4A', 'version'],
      ['LPA: 1$rsp.example.com$K2-9F4A', 'space_inside'],
      ['LPA:1$rsp.example.com$K2 9F4A', 'token_character'],
      ['LPA:1$rsp.example.com$K2_9F4A', 'token_character'],
      ['LPA:1$rsp.example.com$K2%2D9F4A', 'token_character'],
      ['LPA:1$rsp.example.com$K2\u00009F4A', 'token_character'],
      ['LPA:1$rsp.example.com$K2-\u0661\u0662', 'token_character'],
      ['LPA:1\uff04rsp.example.com\uff04K2-9F4A', 'version'],
      ['LPA:1$192.0.2.10$K2-9F4A', 'ip_address'],
      ['LPA:1$rsp.example.com:443$K2-9F4A', 'port'],
      ['LPA:1$https://rsp.example.com$K2-9F4A', 'scheme'],
      ['LPA:1$rsp_1.example.com$K2-9F4A', 'host_character'],
      ['LPA:1$-rsp.example.com$K2-9F4A', 'host_label'],
      ['LPA:1$localhost$K2-9F4A', 'one_label'],
      ['LPA:1$rsp.example.com.$K2-9F4A', 'trailing_dot'],
      [`LPA:1$${'a'.repeat(64)}.example.com$K2-9F4A`, 'host_label'],
      [`LPA:1$rsp.example.com$${'K'.repeat(256 - '1$rsp.example.com$'.length)}`, 'too_long'],
      ['https://example.com/esim', 'version'],
      ['LPA:1$rsp.example.com$K2-9F4A$31746', 'oid'],
      ['LPA$1$rsp.example.com$K2-9F4A-77C1', 'version'],
    ])('%j is refused: %s', (input, problem) => {
      expect(parseLpa(input)).toEqual({ ok: false, problem })
    })
  })

  describe('an install link', () => {
    test('carries the code as it is', () => {
      expect(toInstallLinks(read(V1))).toEqual({
        apple: `https://esimsetup.apple.com/esim_qrcode_provisioning?carddata=${V1}`,
        android: `https://esimsetup.android.com/esim_qrcode_provisioning?carddata=${V1}`,
      })
    })

    test.each([`${V1}$$4711`, 'LPA:1$rsp.example.com$', `${V1}$$1$A%20B`])('is not made for %s', (text) => {
      expect(toInstallLinks(read(text))).toBeNull()
    })
  })

  describe('for any input', () => {
    const label = fc.stringMatching(/^[A-Za-z0-9]([A-Za-z0-9-]{0,10}[A-Za-z0-9])?$/)
    const host = fc.tuple(label, label, fc.stringMatching(/^[A-Za-z]{2,6}$/)).map((labels) => labels.join('.'))
    const token = fc.stringMatching(/^[A-Za-z0-9-]{0,40}$/)
    const oid = fc.option(fc.array(fc.nat(99_999), { minLength: 2, maxLength: 6 }).map((parts) => parts.join('.')))
    const rest = fc.array(fc.stringMatching(/^[A-F0-9]{0,12}$/), { maxLength: 4 })
    const codes = fc
      .tuple(host, token, oid, fc.constantFrom('', '1'), rest)
      .map(([smdp, id, number, flag, more]) => ['LPA:1', smdp, id, number ?? '', flag, ...more].join('$'))

    test('what is emitted is read as the same code again', () => {
      fc.assert(
        fc.property(codes, (text) => {
          const code = read(text)

          expect(read(emitLpa(code))).toEqual(code)
          expect(emitLpa(code)).toBe(text)
        }),
      )
    })

    test('nothing throws, and nothing is worked on for longer than 5 ms', () => {
      const hostile = fc.oneof(
        fc.string({ unit: 'binary', maxLength: 2_000 }),
        fc.string().map((tail) => `LPA:1$rsp.example.com$${tail}`),
        fc.tuple(fc.constantFrom('a.', '$', '-', '1.', 'LPA:', ':'), fc.nat(50_000)).map(([part, n]) => part.repeat(n)),
      )
      parseLpa(V1)

      fc.assert(
        fc.property(hostile, (text) => {
          // The work of this process alone, and the best of three: its memory may be tidied meanwhile, a pattern that
          // backtracks is slow every time.
          expect(Math.min(...[1, 2, 3].map(() => millisecondsFor(text)))).toBeLessThan(5)
        }),
      )
    })

    test('one changed character never gives the same code', () => {
      const positions = fc.integer({ min: 'LPA:'.length, max: V1.length - 1 })
      const characters = fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 1 })

      fc.assert(
        fc.property(positions, characters, (position, character) => {
          fc.pre(V1[position] !== character)
          const parsed = parseLpa(V1.slice(0, position) + character + V1.slice(position + 1))

          expect(parsed.ok && emitLpa(parsed.code)).not.toBe(V1)
        }),
        { numRuns: 500 },
      )
    })
  })

  function millisecondsFor(text: string): number {
    const before = process.cpuUsage()
    parseLpa(text)

    return process.cpuUsage(before).user / 1000
  }
})

describe('lpa sources', () => {
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
})

function pngOf(code: string): Buffer {
  return Buffer.from(toPngBuffer(drawQr(code), { on: [0, 0, 0], off: [255, 255, 255], pad: QUIET_ZONE, scale: 6 }))
}

test.each([
  'LPA:1$rsp.example.com$K2-9F4A-77C1',
  'LPA:1$RSP.EXAMPLE.COM$k2-9f4a-77c1',
  'LPA:1$rsp.example.com$K2-9F4A-77C1$1.3.6.1.4.1.31746',
  'LPA:1$rsp.example.com$K2-9F4A-77C1$$1$8BC1D2E3F4$1$later',
  `LPA:1$rsp.example.com$${'K2-9F4A-'.repeat(25)}`.padEnd(223, '7').slice(0, 223),
])('a second library reads %s from the pixels', (code) => {
  expect(readQr(pngOf(code))).toBe(code)
})

test('any code of the alphabet comes back byte for byte', () => {
  const token = fc.stringMatching(/^[A-Za-z0-9-]{1,120}$/)
  fc.assert(
    fc.property(token, (matchingId) => readQr(pngOf(`LPA:1$rsp.example.com$${matchingId}`)).endsWith(`$${matchingId}`)),
    { numRuns: 25 },
  )
})

test('four white modules stand around the drawing', () => {
  const { width, data } = toPixels(pngOf('LPA:1$rsp.example.com$K2-9F4A-77C1'))
  const rows = Array.from({ length: QUIET_ZONE * 6 }, (_, y) => data.subarray(y * width * 4, (y + 1) * width * 4))

  expect(rows.every((row) => row.every((value) => value === 255))).toBe(true)
})
