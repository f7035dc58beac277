import { describe, expect, test } from 'vitest'
import { TransportError } from '#lib/provider/errors.ts'
import { type CallRecord, cancelCards, listSkus, type Provider } from '#lib/provider/index.ts'
import { failureOf, iccid, ONCE } from '#tests/unit/provider/acting-calls.ts'
import { anAnswer, aProvider, SECRET, TOKEN } from '#tests/unit/provider/stub-provider.ts'

describe('secrets', () => {
  const PASSWORD = 'demo-Pass1'

  test('D41 stay out of every error, whatever the answer repeats', async () => {
    const records: CallRecord[] = []
    const echo = ({ url, body }: { url: URL; body: string | null }) =>
      `${url.href} ${body} ${SECRET} LPA:1$a.example$K2-9F`
    const reactions = [
      (request: { url: URL; body: string | null }) => anAnswer({ code: '99', message: echo(request) }),
      (request: { url: URL; body: string | null }) => anAnswer(`<html>${echo(request)}`),
      (request: { url: URL; body: string | null }) => {
        throw new TransportError('network', 0, new Error(echo(request), { cause: new Error(echo(request)) }))
      },
      (request: { url: URL; body: string | null }) =>
        anAnswer({ code: '0', message: echo(request), data: echo(request) }),
    ]

    for (const reaction of reactions) {
      for (const run of [...ONCE.map(([, call]) => call), (provider: Provider) => provider.call(listSkus, {})]) {
        const provider = aProvider([reaction], { onCall: (record) => records.push(record) })
        const failure = await run(provider).catch((error: unknown) => error)
        const signature = /sign(?:=|":")([0-9a-f]{32})/.exec(
          `${provider.requests[0]?.url.href} ${provider.requests[0]?.body}`,
        )
        const shown = JSON.stringify([describeError(failure), records])

        expect(signature).not.toBeNull()
        for (const secret of [TOKEN, SECRET, PASSWORD, signature?.[1] ?? '-', 'K2-9F'])
          expect(shown).not.toContain(secret)
      }
    }
  })

  test('are not needed to understand a refusal', async () => {
    const provider = aProvider([anAnswer({ code: 22, message: 'Non-personal order\u0000\r\n' })])

    const failure = await failureOf(provider.call(cancelCards, { orderNum: 'EP1', iccids: [iccid] }))

    expect(failure.message).toBe('cancelCards: not_permitted (code 22)')
    expect(failure.providerText).toBe('Non-personal order')
  })
})

/** Everything a logger could print: own fields, stack, and the chain of causes. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error

  return { ...error, message: error.message, stack: error.stack, cause: describeError(error.cause) }
}
